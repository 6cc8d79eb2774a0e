import type { FieldError } from "../field/error.js";
import type { Path } from "../field/path.js";
import type { Operation } from "./operation.js";
import { undefinedOption } from "./rule-errors.js";

/**
 * Reports whether an option of the operation has the state `enabled`. Adds an internal error if the
 * operation does not define the option.
 */
export function hasOption(
  op: Operation,
  fldPath: Path | undefined,
  option: string,
  enabled: boolean,
  errors: FieldError[],
): boolean {
  const state = Object.hasOwn(op.options, option) ? op.options[option] : undefined;
  if (state === undefined) errors.push(undefinedOption(fldPath, option));
  return state === enabled;
}

/** Sets the stability of all errors in the list from index `from` to the end. Mutates the list. */
export function markStability(errors: FieldError[], from: number, stability: "alpha" | "beta"): void {
  for (let at = from; at < errors.length; at++) errors[at] = { ...(errors[at] as FieldError), stability };
}

/** Returns a copy of the error with a stability. */
export function withStability(error: FieldError, stability: "alpha" | "beta"): FieldError {
  return { ...error, stability };
}

/** Calls a function with an empty list, and returns the errors that the function adds to it. */
export function collect(add: (errors: FieldError[]) => void): readonly FieldError[] {
  const errors: FieldError[] = [];
  add(errors);
  return errors;
}

/** Adds the errors that a hand-written function returned. */
export function append(errors: FieldError[], more: readonly FieldError[]): void {
  for (const error of more) errors.push(error);
}
