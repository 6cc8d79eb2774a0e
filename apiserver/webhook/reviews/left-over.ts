import { getOwnJSON, isJSONBranch, setOwnJSON } from "./json-object.js";
import type { JSONValue } from "@apimachinery/runtime";

/**
 * Properties of an object that its type does not have: the unknown value itself, or the unknown
 * properties by the name of the property that contains them.
 */
export type LeftOver = { readonly value: JSONValue } | { readonly below: ReadonlyMap<string, LeftOver> };

/**
 * Returns the properties of an object that are missing in its decoded form, because its type does
 * not have them. Returns undefined if there are none. Items of lists are compared by their index.
 * @param sent object of a client
 * @param known the same object after it was decoded and encoded
 */
export function leftOver(sent: JSONValue, known: JSONValue): LeftOver | undefined {
  if (!isJSONBranch(sent) || !isJSONBranch(known) || Array.isArray(sent) !== Array.isArray(known)) return undefined;
  const below = new Map<string, LeftOver>();
  for (const [key, value] of Object.entries(sent)) {
    const kept = getOwnJSON(known, key);
    const part = kept === undefined ? newPart(sent, value) : leftOver(value, kept);
    if (part !== undefined) below.set(key, part);
  }
  return below.size === 0 ? undefined : { below };
}

/**
 * Returns a value as an unknown property. Returns undefined for a list item, which is not a
 * property, and for null.
 */
function newPart(of: JSONValue, value: JSONValue): LeftOver | undefined {
  return Array.isArray(of) || value === null ? undefined : { value };
}

/**
 * Adds unknown properties to an object again, in place. Omits those whose parent object no longer
 * exists. Does not change properties that the object has.
 */
export function addLeftOver(target: JSONValue, rest: LeftOver | undefined): void {
  if (rest === undefined || !("below" in rest) || !isJSONBranch(target)) return;
  for (const [key, part] of rest.below) {
    const child = getOwnJSON(target, key);
    if ("below" in part) addLeftOver(child ?? null, part);
    else if (child === undefined && !Array.isArray(target)) setOwnJSON(target, key, part.value);
  }
}
