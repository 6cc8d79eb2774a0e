import type { TypeId, Universe } from "../../../engine/model/universe.js";
import type { Printable, SymbolRef } from "../../../engine/print/symbol.js";
import { nextVersion } from "../../../runtime/cel/environment.js";
import { printExpression } from "../../../runtime/cel/print/index.js";
import { joined, placeOf } from "../../../runtime/cel/printed/evaluate.js";
import type { CELRuleSchema } from "../../../runtime/cel/types/rule.js";
import { structuralSchema } from "../../../runtime/rules/structural.js";
import { TypeSchemas } from "../../schema/type-schema.js";

/** The function of a CEL rule. */
interface RuleFunction {
  /** The type, the path in the type, and the expression. */
  readonly place: string;
  readonly code: string;
}

/** The functions of the CEL rules of a file, for its template. */
export interface CELFunctionsView {
  /** Functions that rules at several places have. */
  readonly shared: readonly { readonly name: string; readonly type: Printable; readonly code: Printable }[];
  readonly entries: readonly { readonly place: string; readonly code: Printable }[];
  readonly type: SymbolRef;
}

/** Prints the CEL rules of types as functions of JavaScript. */
export class CELFunctions {
  readonly #schemas: TypeSchemas;

  constructor(universe: Universe) {
    this.#schemas = new TypeSchemas(universe);
  }

  /** Returns the functions for a file; undefined if closures have to evaluate all rules. */
  viewOf(types: readonly TypeId[]): CELFunctionsView | undefined {
    const functions = types.flatMap((id) => this.#ofType(id));
    if (functions.length === 0) return undefined;
    const uses = new Map<string, number>();
    for (const { code } of functions) uses.set(code, (uses.get(code) ?? 0) + 1);
    const repeated = [...uses].filter(([, count]) => count > 1).map(([code]) => code);
    const names = new Map(repeated.map((code, index) => [code, `celFunction${String(index + 1)}`]));
    return {
      shared: Array.from(names, ([code, name]) => ({
        name,
        type: symbolOf("MakeFunction", true),
        code: withImports(code),
      })),
      entries: functions.map(({ place, code }) => ({ place, code: names.get(code) ?? withImports(code) })),
      type: symbolOf("CELFunctions", true),
    };
  }

  #ofType(id: TypeId): readonly RuleFunction[] {
    const type = this.#schemas.of(id);
    const found = functionsIn(structuralSchema(type), type.name, "", type.gvk !== undefined);
    // The same expression can have a different function only with and without optionalOldSelf.
    const places = new Map<string, string>();
    const ambiguous = new Set<string>();
    for (const { place, code } of found) {
      if ((places.get(place) ?? code) !== code) ambiguous.add(place);
      places.set(place, code);
    }
    return Array.from(places, ([place, code]) => ({ place, code })).filter(({ place }) => !ambiguous.has(place));
  }
}

/** Returns the functions of the rules of a schema and of its parts. */
function functionsIn(schema: CELRuleSchema, type: string, path: string, isRoot: boolean): readonly RuleFunction[] {
  const { items, additionalProperties, properties = {} } = schema;
  const own = (schema["x-kubernetes-validations"] ?? []).flatMap(({ rule = "", optionalOldSelf }) => {
    const code = printExpression(rule, schema, { version: nextVersion(), isRoot, optionalOldSelf });
    return code === undefined ? [] : [{ place: placeOf(type, path, rule), code }];
  });
  const parts: readonly (readonly [step: string, part: unknown])[] = [
    [`${path}[]`, items],
    [`${path}{}`, additionalProperties],
    ...Object.entries(properties).map(([name, part]) => [joined(path, name), part] as const),
  ];
  return [
    ...own,
    ...parts.flatMap(([at, part]) => (isSchema(part) ? functionsIn(part, type, at, isEmbedded(part)) : [])),
  ];
}

function isSchema(part: unknown): part is CELRuleSchema {
  return typeof part === "object" && part !== null && !Array.isArray(part);
}

function isEmbedded(schema: CELRuleSchema): boolean {
  return schema["x-kubernetes-embedded-resource"] === true;
}

function symbolOf(symbol: string, type = false): SymbolRef {
  return {
    symbol,
    from: "@apimachinery/runtime/cel/printed",
    module: true,
    namespace: "cel",
    ...(type && { type: true }),
  };
}

/** Replaces the names of the namespace `cel`, except in strings, by symbols that the file imports. */
function withImports(code: string): Printable {
  return code
    .split(/("(?:[^"\\]|\\.)*"|\bcel\.\w+)/)
    .map((part): Printable => (part.startsWith("cel.") ? symbolOf(part.slice("cel.".length)) : part));
}
