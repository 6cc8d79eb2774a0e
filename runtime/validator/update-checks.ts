import * as field from "../field/constructors.js";
import type { FieldError } from "../field/error.js";
import type { Path } from "../field/path.js";
import type { RuleValue } from "../rules/value.js";
import type { RuleOf, UpdateRule } from "../schema/rule.js";
import { sortedKeys } from "../util/compare-keys.js";
import { index, key } from "../field/below.js";
import type { Check, RuleSubject } from "./check.js";
import { firstByKey } from "./part-checks.js";
import { isUnsetValue, itemKeyOf, itemOf } from "./values.js";

/**
 * For each rule about setting or clearing a value, the forbidden transition: whether the value was
 * set before, whether it is set afterwards, and the error message.
 */
const transitions = {
  NoSet: [false, true, "field cannot be set once created"],
  NoUnset: [true, false, "field cannot be cleared once set"],
  NoModify: [true, true, "field cannot be modified once set"],
} as const satisfies Partial<Record<UpdateRule, readonly [wasSet: boolean, isSet: boolean, text: string]>>;

/** Returns the check of a rule about updates. It does nothing when an object is created. */
export function updateCheck({ only }: RuleOf<"update">, place: RuleSubject): Check {
  const check = changeCheck(only, place);
  return (op, path, value, oldValue, errors) => {
    if (op.type === "Update") check(op, path, value, oldValue, errors);
  };
}

function changeCheck(only: UpdateRule, place: RuleSubject): Check {
  switch (only) {
    case "immutable":
      return (_op, path, _value, _old, errors) => errors.push(error(path, null, "field is immutable", "immutable"));
    case "monotonic":
      return (_op, path, value, old, errors) => {
        const before = old as number | undefined;
        if (value !== undefined && before !== undefined && (value as number) < before)
          errors.push(error(path, value, `may not be decreased from ${before}`, "monotonic"));
      };
    case "NoAddItem":
    case "NoRemoveItem":
      return place.of.kind === "map" ? keysOfUpdate(only) : itemsOfUpdate(only, place);
    default: {
      const [wasSet, isSet, text] = transitions[only];
      return (_op, path, value, old, errors) => {
        if (isChange(place.of, value, old, wasSet, isSet)) errors.push(error(path, null, text, "update"));
      };
    }
  }
}

/** Reports whether an update makes the transition given by `wasSet` and `isSet`. */
function isChange(of: RuleValue, value: unknown, old: unknown, wasSet: boolean, isSet: boolean): boolean {
  if (of.pointer) return (old !== undefined) === wasSet && (value !== undefined) === isSet;
  // A new list item has no old value, so no transition of the item can be forbidden.
  if (of.kind === "struct") return old !== undefined;
  if (of.kind !== "list" && of.kind !== "map" && old === undefined) return false;
  return !isUnsetValue(old, of) === wasSet && !isUnsetValue(value, of) === isSet;
}

/** Checks that an update adds no items, or that it removes none. */
function itemsOfUpdate(only: "NoAddItem" | "NoRemoveItem", { of, identity }: RuleSubject): Check {
  const keyOf = itemKeyOf(identity?.keys, itemOf(of));
  const isAdd = only === "NoAddItem";
  return (_op, path, value, old, errors) => {
    const [list, others] = (isAdd ? [value, old] : [old, value]) as (readonly unknown[] | undefined)[];
    const known = firstByKey(others, keyOf);
    list?.forEach((item, at) => {
      if (known?.has(keyOf(item)) !== true) errors.push(isAdd ? added(index(path, at)) : removed(path));
    });
  };
}

/** Checks that an update adds no keys to a map, or that it removes none. */
function keysOfUpdate(only: "NoAddItem" | "NoRemoveItem"): Check {
  const isAdd = only === "NoAddItem";
  return (_op, path, value, old, errors) => {
    const [map = {}, others = {}] = (isAdd ? [value, old] : [old, value]) as (object | undefined)[];
    for (const name of sortedKeys(map))
      if (!Object.hasOwn(others, name)) errors.push((isAdd ? added : removed)(key(path, name)));
  };
}

function added(path: Path | undefined): FieldError {
  return field.withOrigin(field.forbidden(path, "item may not be added"), "update");
}

function removed(path: Path | undefined): FieldError {
  return field.withOrigin(field.forbidden(path, "item may not be removed"), "update");
}

function error(path: Path | undefined, value: unknown, text: string, origin: string): FieldError {
  return field.withOrigin(field.invalid(path, value, text), origin);
}
