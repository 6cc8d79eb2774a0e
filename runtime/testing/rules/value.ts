import { deepCopyJSON, isObject } from "../../json/values.js";
import type { RuleValueKind } from "../../rules/value.js";
import { zeroOfKind } from "../../validator/values.js";
import type { TestedProperty } from "./rule.js";

/** An object whose properties are read and changed by name. */
export type ObjectValues = Record<string, unknown>;

/** Reports whether a value of a property counts as set. */
export function isSetProperty(value: unknown, { of, pointer, nullable }: TestedProperty): boolean {
  return !(value === null && nullable === true) && value !== undefined && (pointer === true || !isZero(value, of));
}

/** Reports whether a value is the zero value of its kind. Returns false for every struct. */
export function isZero(value: unknown, of: RuleValueKind): boolean {
  if (of === "list") return Array.isArray(value) && value.length === 0;
  if (of === "map") return isObject(value) && Object.keys(value).length === 0;
  return of !== "struct" && !value;
}

/**
 * Makes a property count as unset: removes an optional property, and sets a required one to null or
 * its zero value.
 */
export function unset(object: ObjectValues, { name, of, optional, nullable }: TestedProperty): void {
  if (optional === true) Reflect.deleteProperty(object, name);
  else object[name] = nullable === true ? null : kindZero(of);
}

/** Returns the zero value of a kind. */
export function kindZero(of: RuleValueKind): unknown {
  return deepCopyJSON(of === "struct" ? {} : zeroOfKind(of));
}

/** Returns a value of a kind that counts as set. Lists and maps contain one string. */
export function filledOf(of: RuleValueKind): unknown {
  const filled: Partial<Record<RuleValueKind, unknown>> = {
    bool: true,
    int: 1,
    float: 1,
    bytes: "YQ==",
    list: ["a"],
    map: { a: "a" },
    struct: {},
  };
  return deepCopyJSON(of in filled ? filled[of] : "a");
}
