import { environmentOf } from "../environment.js";
import { parsed } from "../parse.js";
import { Faults, wellFormed } from "../source.js";
import { typeProvider, type Structs } from "../types/provider.js";
import type { SchemaType } from "../types/schema.js";
import { optional, type Type } from "../types/type.js";
import { checked, type Checked } from "./checker.js";
import { checkLiterals } from "./literals.js";
import { Scope } from "./scope.js";

/** The language and the variables of an expression. */
export interface Context {
  readonly version?: string | undefined;
  /** The type of `self` and `oldSelf`. Without it, they are not declared. */
  readonly self: SchemaType | undefined;
  readonly optionalOldSelf?: boolean | undefined;
  /** The types of other variables. */
  readonly variables?: ReadonlyMap<string, Type> | undefined;
  /** The structs of other variables, whose names expressions can use. */
  readonly structs?: Structs | undefined;
}

/** Parses and checks an expression. Returns its faults if it has any. */
export function checkText(text: string, context: Context): Checked | Faults {
  const environment = environmentOf(context.version);
  const faults = new Faults(wellFormed(text));
  const expression = parsed(wellFormed(text), environment, faults);
  if (expression === undefined) return faults;
  const provider = typeProvider(environment, context.self?.structs ?? context.structs, context.structs !== undefined);
  const result = checked(expression, environment, provider, new Scope(variables(context), provider), faults);
  if (faults.count === 0) checkLiterals(result, environment, faults);
  return faults.count === 0 ? result : faults;
}

function variables({ self, optionalOldSelf = false, variables: others }: Context): ReadonlyMap<string, Type> {
  if (self === undefined) return others ?? new Map();
  const { type } = self.declared;
  return new Map([
    ["self", type],
    ["oldSelf", optionalOldSelf ? optional(type) : type],
  ]);
}

/** Reports whether an expression uses a variable. */
export function usesVariable({ references }: Checked, name: string): boolean {
  return Array.from(references.values()).some((reference) => reference.kind === "name" && reference.name === name);
}
