/** @file The tests of rules of a CRD's schema that are more than one comparison. */
import type { Path } from "../field/path.js";
import { isBranch } from "../json/values.js";
import { leavesOut } from "./left-out.js";
import type { Operation } from "./operation.js";
import { wholeValue } from "./whole-value.js";

export { isMultipleOf } from "./multiple-of.js";

/** Reports whether a list has two equal items. Takes linear time. */
export function hasDuplicates(list: readonly unknown[]): boolean {
  const known = new Set<unknown>();
  for (const item of list) {
    const key = isBranch(item) ? `object ${wholeValue(item)}` : typeof item === "string" ? `text ${item}` : item;
    if (known.has(key)) return true;
    known.add(key);
  }
  return false;
}

/** Returns the number of an object's properties that its JSON contains. */
export function countProperties(op: Operation, fldPath: Path | undefined, obj: object): number {
  return Object.entries(obj).filter(([name, value]) => value !== undefined && !leavesOut(op, fldPath, obj, name))
    .length;
}

/** Returns how many of some properties an object has. */
export function countSet(op: Operation, fldPath: Path | undefined, obj: object, names: readonly string[]): number {
  return names.filter((name) => Reflect.get(obj, name) !== undefined && !leavesOut(op, fldPath, obj, name)).length;
}
