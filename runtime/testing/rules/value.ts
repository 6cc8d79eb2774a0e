import { deepCopyJSON } from "../../json/values.js";
import type { Property, ValueKind } from "./rule.js";

/** An object whose properties rules read and change. */
export type Values = Record<string, unknown>;

/** Reports whether a value is an object that is not a list. */
export function isValues(value: unknown): value is Values {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Reports whether a value of a property counts as set. */
export function isSet(value: unknown, { of, pointer, nullable }: Property): boolean {
  return !(value === null && nullable === true) && value !== undefined && (pointer === true || !isZero(value, of));
}

/** Reports whether a value is the zero of its kind. */
export function isZero(value: unknown, of: ValueKind): boolean {
  if (of === "list") return Array.isArray(value) && value.length === 0;
  if (of === "map") return isValues(value) && Object.keys(value).length === 0;
  return of !== "struct" && !value;
}

/** Makes a property unset. */
export function unset(object: Values, { name, of, optional, nullable }: Property): void {
  if (optional === true) Reflect.deleteProperty(object, name);
  else object[name] = nullable === true ? null : zeroOf(of);
}

/** Returns the zero of a kind. */
export function zeroOf(of: ValueKind): unknown {
  const zeros: Partial<Record<ValueKind, unknown>> = { bool: false, int: 0, float: 0, list: [], map: {}, struct: {} };
  return deepCopyJSON(of in zeros ? zeros[of] : "");
}

/** Returns a value of a kind that is not its zero. Lists and maps have one text. */
export function filledOf(of: ValueKind): unknown {
  const filled: Partial<Record<ValueKind, unknown>> = {
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
