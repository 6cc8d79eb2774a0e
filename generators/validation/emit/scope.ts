import type { FunctionDeclaration, TypeId, Universe } from "../../../engine/model/universe.js";
import type { Printable, SymbolRef } from "../../../engine/print/symbol.js";
import type { Value } from "../native.js";
import type { Rule } from "../rule.js";

/** Context for the statements of one generated file. */
export interface FileScope {
  readonly universe: Universe;
  /**
   * Returns the private validation function of a type. Generated code passes it a list, to which it
   * appends errors.
   */
  readonly typeFunction: (id: TypeId) => Printable;
  /**
   * Returns the rules of a type that also apply to an unset property. They do not apply to a
   * property with `+k8s:optional`.
   */
  readonly unsetRules: (id: TypeId) => readonly Rule[];
  /**
   * Returns the schema of a declared type. Returns undefined if none is generated, or if the file
   * cannot import it.
   */
  readonly schemaOf: (id: TypeId) => Printable | undefined;
  readonly handWritten: (fn: FunctionDeclaration) => Printable;
  /**
   * Returns the name of a variable in the file. The parameter is the name that is unique within the
   * type.
   */
  readonly variable: (name: string) => string;
}

/** Context for the statements that validate one value. */
export interface ValueScope {
  readonly file: FileScope;
  /**
   * Name of the variable with the current value. `oldValue` is the name of the variable with the
   * value before the update.
   */
  readonly value: string;
  readonly oldValue: string;
  /**
   * Expression for the value's path. If the path is used several times, the expression is a
   * variable.
   */
  readonly path: Printable;
  readonly of: Value;
  /** True if an earlier statement has excluded undefined. */
  readonly isKnown: boolean;
  /** Returns a name that is not yet used in the function. */
  readonly fresh: (name: string) => string;
}

/** Module of the runtime whose functions generated code calls, as in `validate.minimum(…)`. */
const runtime: SymbolRef = { symbol: "validate", from: "@apimachinery/runtime/codegen/v1", module: true };

/** Returns a call of a function of the runtime. */
export function call(name: string, ...args: readonly Printable[]): Printable {
  return [runtime, `.${name}(`, ...args.flatMap((arg, at) => (at === 0 ? [arg] : [", ", arg])), ")"];
}

/** Returns the call of a hand-written validation function. */
export function callHandWritten(fn: FunctionDeclaration, scope: ValueScope): Printable {
  const { file, path, value, oldValue } = scope;
  return [file.handWritten(fn), "(op, ", path, `, ${value}, ${oldValue})`];
}

/** Returns a function of the runtime as an argument for another call. */
export function helper(name: string): Printable {
  return [runtime, `.${name}`];
}

/** Returns a function that returns unused names for the variables of one function. */
export function freshNames(): (name: string) => string {
  const used = new Map<string, number>();
  return (name) => {
    const count = (used.get(name) ?? 0) + 1;
    used.set(name, count);
    return count === 1 ? name : `${name}${String(count)}`;
  };
}

/**
 * Returns the scope inside the function that validates an item, key or property. There, variables
 * have fixed names.
 */
export function scopeInside(of: Value, { file }: ValueScope): ValueScope {
  return { file, value: "value", oldValue: "oldValue", path: "fldPath", of, isKnown: false, fresh: freshNames() };
}
