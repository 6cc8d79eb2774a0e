import type { FieldError } from "../field/error.js";
import type { RuleOf } from "../schema/rule.js";
import * as helpers from "../validate/index.js";
import { itemOf } from "./facts.js";
import { isAbsent, isUnsetValue, itemKeyOf, type ValidatedPlace } from "./place.js";

type List = readonly unknown[] | undefined;

/** Adds the errors of an update. */
export function addUpdateErrors(only: RuleOf<"update">["only"], place: ValidatedPlace, errors: FieldError[]): void {
  const { path, value, oldValue, of, identity } = place;
  switch (only) {
    case "immutable":
      errors.push(helpers.immutable(path));
      return;
    case "monotonic":
      if (!isAbsent(place) && oldValue !== undefined && (value as number) < (oldValue as number))
        errors.push(helpers.monotonic(path, value as number, oldValue as number));
      return;
    case "NoAddItem":
    case "NoRemoveItem": {
      const isAdd = only === "NoAddItem";
      if (of.kind === "map")
        (isAdd ? helpers.noAddKey : helpers.noRemoveKey)(path, value as object, oldValue as object, errors);
      else {
        const keyFunction = itemKeyOf(identity?.keys, itemOf(of));
        (isAdd ? helpers.noAddItem : helpers.noRemoveItem)(path, value as List, oldValue as List, keyFunction, errors);
      }
      return;
    }
    case "NoSet":
      if (isChange(place, false, true)) errors.push(helpers.noSet(path));
      return;
    case "NoUnset":
      if (isChange(place, true, false)) errors.push(helpers.noUnset(path));
      return;
    case "NoModify":
      if (isChange(place, true, true)) errors.push(helpers.noModify(path));
  }
}

/** Reports whether an update makes a change of a kind. */
function isChange({ value, oldValue, of }: ValidatedPlace, wasSet: boolean, isSet: boolean): boolean {
  if (of.pointer) return (oldValue !== undefined) === wasSet && (value !== undefined) === isSet;
  // A new list item has no old value. Then the update has made no change that could be forbidden.
  if (of.kind === "struct") return oldValue !== undefined;
  if (of.kind !== "list" && of.kind !== "map" && oldValue === undefined) return false;
  return !isUnsetValue(oldValue, of) === wasSet && !isUnsetValue(value, of) === isSet;
}
