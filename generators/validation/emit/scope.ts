import type { FunctionDeclaration, TypeId, Universe } from "../../../engine/model/universe.js";
import type { Printable, SymbolRef } from "../../../engine/print/symbol.js";
import type { Value } from "../native.js";
import type { Rule } from "../rule.js";

/** The functions that a generated file can call. */
export interface FileScope {
  readonly universe: Universe;
  /** Returns the inner function of a type, which adds to a list of errors. */
  readonly typeFunction: (id: TypeId) => Printable;
  /**
   * Returns the rules of a type that also apply to an unset property, except if the property has
   * `+k8s:optional`.
   */
  readonly unsetRules: (id: TypeId) => readonly Rule[];
  readonly handWritten: (fn: FunctionDeclaration) => Printable;
  /** Returns the name of a variable of the type, which is unique in the file. */
  readonly variable: (name: string) => string;
}

/** Names of the variables that the statements of one value use. */
export interface ValueScope {
  readonly file: FileScope;
  /** Variable of the value, and of the value before the update. */
  readonly value: string;
  readonly oldValue: string;
  /** Expression of the path; a variable where it is used often. */
  readonly path: Printable;
  readonly of: Value;
  /** An earlier statement has excluded undefined. */
  readonly isKnown: boolean;
  /** Returns a name that the function does not use yet. */
  readonly fresh: (name: string) => string;
}

/** The runtime's functions, which generated code calls as `validate.minimum(…)`. */
const runtime: SymbolRef = { symbol: "validate", from: "@apimachinery/runtime/codegen/v1", module: true };

/** Returns the call of a function of the runtime. */
export function call(name: string, ...args: readonly Printable[]): Printable {
  return [runtime, `.${name}(`, ...args.flatMap((arg, at) => (at === 0 ? [arg] : [", ", arg])), ")"];
}

/** Returns a function of the runtime as a value. */
export function helper(name: string): Printable {
  return [runtime, `.${name}`];
}

/** Returns a source of names that one function has not used yet. */
export function freshNames(): (name: string) => string {
  const used = new Map<string, number>();
  return (name) => {
    const count = (used.get(name) ?? 0) + 1;
    used.set(name, count);
    return count === 1 ? name : `${name}${String(count)}`;
  };
}
