import type { AnyRule } from "../rules/type-rules.js";
import type { RuleValue } from "../rules/value.js";
import type { TypeSchema } from "../schema/schema.js";

export type { AnyRule };

/** The source of a function that validates a type, and what the source refers to. */
export interface File {
  /** Returns a name for a value that the source cannot contain. */
  readonly constant: (value: unknown) => string;
  /** Returns the name of a value that is created once, from its source. */
  readonly declare: (source: string) => string;
  /** Returns the name of a function of runtime/validate. */
  readonly helper: (name: string) => string;
  /** Returns the name of the function that validates a type. */
  readonly typeFunction: (schema: TypeSchema) => string;
  /** Returns the name of a hand-written function. */
  readonly handWritten: (name: string) => string;
  /** Returns the name of a regular expression. */
  readonly pattern: (text: string) => string;
}

/** Context for the statements that validate one value. */
export interface ValidatorScope {
  readonly file: File;
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
  readonly path: string;
  readonly of: RuleValue;
  /** What identifies the items of the value, if it is a list. */
  readonly identity?: { readonly keys?: readonly string[] } | undefined;
  /** True if an earlier statement has excluded undefined. */
  readonly isKnown: boolean;
  /** Returns a name that is not yet used in the function. */
  readonly fresh: (name: string) => string;
}

/** Returns a call of a function of runtime/validate. */
export function callFunction({ file }: Pick<ValidatorScope, "file">, name: string, ...args: readonly string[]): string {
  return `${file.helper(name)}(${args.join(", ")})`;
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
export function scopeInside(of: RuleValue, { file }: ValidatorScope): ValidatorScope {
  return { file, value: "value", oldValue: "oldValue", path: "fldPath", of, isKnown: false, fresh: freshNames() };
}

/** Returns the source of an inline function that validates an item, key or property. */
export function inlineFunction(statements: string, ...more: readonly string[]): string {
  return `(${["op", "fldPath", "value", "oldValue", "errors", ...more].join(", ")}) => {\n${statements}}`;
}

export function runStatement(code: string): string {
  return `${code};\n`;
}

/** Returns the statement that adds an error. */
export function push(error: string): string {
  return runStatement(`errors.push(${error})`);
}

/** Returns an `if` statement without its empty branches; an empty source if both are empty. */
export function when(condition: string, then: string, otherwise = ""): string {
  if (then === "" && otherwise === "") return "";
  return `if (${condition}) {\n${then}}${otherwise === "" ? "" : ` else {\n${otherwise}}`}\n`;
}

/** Returns the source of an access to a property. */
export function access(object: string, name: string, isOptional = false): string {
  const isName = /^[A-Za-z_$][\w$]*$/.test(name);
  return `${object}${isOptional ? "?." : isName ? "." : ""}${isName ? name : `[${JSON.stringify(name)}]`}`;
}

/** Returns an expression that is false for an absent value. */
export function guarded({ value, of, isKnown }: ValidatorScope, condition: string): string {
  return of.pointer && !isKnown ? `${value} !== undefined && ${condition}` : condition;
}

export function ifPresent({ value, of, isKnown }: ValidatorScope, statements: string): string {
  return of.pointer && !isKnown ? when(`${value} !== undefined`, statements) : statements;
}

/** Returns the error of a rule, with its stability. */
export function marked(rule: AnyRule, scope: ValidatorScope, error: string): string {
  const stability = "stability" in rule ? rule.stability : undefined;
  return stability === undefined ? error : callFunction(scope, "withStability", error, JSON.stringify(stability));
}
