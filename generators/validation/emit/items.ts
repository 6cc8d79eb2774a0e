import type { Printable } from "../../../engine/print/symbol.js";
import { call, type ValueScope } from "./scope.js";
import type { Statement } from "./statement.js";

/** Reports whether statements can read items of a list without a check for undefined. */
export function isPresentList({ of, isKnown }: ValueScope): boolean {
  return isKnown || !of.optional;
}

/**
 * Returns a loop that validates each item as a new item. It is faster than a function of the
 * runtime, because it calls the function of the items directly. An object that was not decoded can
 * lack a list that its type requires.
 */
export function itemLoop(validate: Printable, { value, path, isKnown }: ValueScope): Statement {
  const length = isKnown ? `${value}.length` : call("lengthOf", value);
  const itemPath = call("index", path, "at");
  return { kind: "loop", list: value, length, code: [validate, "(op, ", itemPath, ", item, undefined, errors)"] };
}
