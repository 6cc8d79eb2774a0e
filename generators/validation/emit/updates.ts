import { nativeKind } from "../native.js";
import type { Check, UpdateConstraint } from "../rule.js";
import type { Printable } from "../../../engine/print/symbol.js";
import { keyFunction, setTest } from "./conditions.js";
import { call, type ValueScope } from "./scope.js";
import { push, run, when, type Statement } from "./statement.js";

/** Returns the statements that compare a value with the value before the update. */
export function updateStatements(
  { constraints, identity }: Extract<Check, { kind: "update" }>,
  scope: ValueScope,
): readonly Statement[] {
  const { value, oldValue, path, file, of } = scope;
  const isMap = nativeKind(file.universe, of.type) === "map";
  const inside = constraints.flatMap((constraint): readonly Statement[] => {
    if (constraint === "NoAddItem" || constraint === "NoRemoveItem") {
      const isAdd = constraint === "NoAddItem";
      if (isMap) return [run(call(isAdd ? "noAddKey" : "noRemoveKey", path, value, oldValue, "errors"))];
      const key = identity === undefined ? "" : keyFunction(file, identity);
      return [run(call(isAdd ? "noAddItem" : "noRemoveItem", path, value, oldValue, key, "errors"))];
    }
    const condition = transition(constraint, scope);
    const name = `${constraint.slice(0, 1).toLowerCase()}${constraint.slice(1)}`;
    return when(condition, [push(call(name, path))]);
  });
  return when('op.type === "Update"', inside);
}

/** Returns a condition that is true if an update makes a forbidden change. */
function transition(constraint: UpdateConstraint, scope: ValueScope): Printable {
  const { value, oldValue, file, of } = scope;
  const kind = nativeKind(file.universe, of.type);
  const [wasSet, isSet] =
    constraint === "NoSet" ? [false, true] : constraint === "NoUnset" ? [true, false] : [true, true];
  if (of.pointer) {
    const test = (name: string, set: boolean): string => `${name} ${set ? "!==" : "==="} undefined`;
    return `${test(oldValue, wasSet)} && ${test(value, isSet)}`;
  }
  if (kind === "struct") return `${oldValue} !== undefined`;
  if (kind === "list") {
    const old = wasSet ? `(${oldValue}?.length ?? 0) > 0` : `!${oldValue}?.length`;
    return `${old} && ${value}.length ${isSet ? ">" : "==="} 0`;
  }
  if (kind === "map")
    return [wasSet ? "!" : "", call("isEmpty", oldValue), " && ", isSet ? "!" : "", call("isEmpty", value)];
  // A new list item has no old value. Then the update has made no change that could be forbidden.
  const test = (name: string, set: boolean): Printable => {
    const { fails, passes } = setTest({ file, value: name, of });
    return set ? passes : fails;
  };
  return [`${oldValue} !== undefined && `, test(oldValue, wasSet), " && ", test(value, isSet)];
}
