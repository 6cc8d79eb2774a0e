import { checked, type Checked } from "./check/checker.js";
import { checkLiterals } from "./check/literals.js";
import { Scope } from "./check/scope.js";
import { environmentOf } from "./environment.js";
import type { Expression } from "./expression.js";
import { parsed } from "./parse.js";
import { Faults, type CELFault } from "./source.js";
import { typeProvider } from "./types/provider.js";
import { schemaType, type CELSchema } from "./types/schema.js";
import { optional, typeText, type Type } from "./types/type.js";

export type {
  Comprehension,
  Constant,
  Expression,
  FunctionCall,
  Identifier,
  List,
  Literal,
  MapEntry,
  MapLiteral,
  Message,
  MessageField,
  Missing,
  Select,
} from "./expression.js";
export type { CELFault, CELPosition } from "./source.js";
export { escapedName, type CELSchema } from "./types/schema.js";
export { CELBytes, CELUint } from "./values.js";

/** The faults of an expression. `text` is their text as cel-go prints it. */
export interface WrongExpression {
  readonly faults: readonly CELFault[];
  readonly text: string;
}

/** An expression, or its faults. */
export type ParsedExpression = { readonly expression: Expression; readonly faults?: undefined } | WrongExpression;

/** The type of the value of an expression, or the faults of the expression. */
export type CheckedExpression =
  | {
      /** The type, such as `bool` or `map(string, int)`. */
      readonly type: string;
      /** The expression uses the value before an update, so it applies to updates only. */
      readonly usesOldSelf: boolean;
      readonly faults?: undefined;
    }
  | WrongExpression;

export interface CheckOptions {
  /** The version of Kubernetes whose language is allowed, such as "1.34"; the newest by default. */
  readonly version?: string;
  /**
   * The schema is that of a whole object, so the names of its kind and of itself are accessible.
   */
  readonly isRoot?: boolean;
  /** `oldSelf` is an optional, as in rules with `optionalOldSelf: true`. */
  readonly optionalOldSelf?: boolean;
}

/**
 * Parses an expression, and expands its macros. Types are not checked.
 *
 * @param version the version of Kubernetes whose language is allowed, such as "1.34"; the newest by
 * default
 * @throws RangeError for a wrong version, never for a wrong expression
 */
export function parseExpression(text: string, version?: string): ParsedExpression {
  const faults = new Faults(wellFormed(text));
  const expression = parsed(wellFormed(text), environmentOf(version), faults);
  return expression === undefined ? wrong(faults) : { expression };
}

/**
 * Parses an expression, and checks its types. The variables `self` and `oldSelf` have the type of a
 * structural schema.
 *
 * @throws RangeError for a wrong version, never for a wrong expression
 */
export function checkExpression(text: string, schema: CELSchema, options: CheckOptions = {}): CheckedExpression {
  const environment = environmentOf(options.version);
  const faults = new Faults(wellFormed(text));
  const expression = parsed(wellFormed(text), environment, faults);
  if (expression === undefined) return wrong(faults);
  const self = schemaType(schema, options.isRoot ?? false);
  const provider = typeProvider(environment, self?.structs);
  const scope = new Scope(self === undefined ? new Map() : variables(self.type, options), provider);
  const result = checked(expression, environment, provider, scope, faults);
  if (faults.count === 0) checkLiterals(result, environment, faults);
  if (faults.count > 0) return wrong(faults);
  return { type: typeText(result.types.get(expression) as Type), usesOldSelf: usesName(result, "oldSelf") };
}

function variables(self: Type, { optionalOldSelf = false }: CheckOptions): ReadonlyMap<string, Type> {
  return new Map([
    ["self", self],
    ["oldSelf", optionalOldSelf ? optional(self) : self],
  ]);
}

function usesName({ references }: Checked, name: string): boolean {
  return Array.from(references.values()).some((reference) => reference.kind === "name" && reference.name === name);
}

function wrong(faults: Faults): WrongExpression {
  return { faults: faults.sorted(), text: faults.toString() };
}

/** Lone surrogates become U+FFFD, as in Go's decoder of JSON. */
function wellFormed(text: string): string {
  return text.replaceAll(/\p{Surrogate}/gu, "\ufffd");
}
