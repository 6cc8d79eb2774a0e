import type { JSONObject, JSONValue } from "@apimachinery/runtime";
import { getOwnJSON, isJSONObject } from "./json-object.js";

/** An operation of a JSON patch (RFC 6902). */
export type PatchOperation =
  | { readonly op: "add" | "replace"; readonly path: string; readonly value: JSONValue }
  | { readonly op: "remove"; readonly path: string };

/**
 * Returns a JSON patch that changes one value into another. Objects are compared property by
 * property. Lists of the same length are compared item by item; a list of another length is
 * replaced. Each part is compared once, so the time is linear in the size of the values.
 */
export function createJSONPatch(before: JSONValue, after: JSONValue, path = ""): readonly PatchOperation[] {
  if (isJSONObject(before) && isJSONObject(after)) return patchOfObject(before, after, path);
  if (Array.isArray(before) && Array.isArray(after) && before.length === after.length)
    return before.flatMap((item, index) => createJSONPatch(item, after[index] ?? null, `${path}/${index}`));
  return Object.is(before, after) ? [] : [{ op: "replace", path, value: after }];
}

function patchOfObject(before: JSONObject, after: JSONObject, path: string): readonly PatchOperation[] {
  const removed = Object.keys(before).filter((key) => !Object.hasOwn(after, key));
  return [
    ...removed.map((key) => ({ op: "remove" as const, path: `${path}/${escaped(key)}` })),
    ...Object.entries(after).flatMap(([key, value]): readonly PatchOperation[] => {
      const at = `${path}/${escaped(key)}`;
      const old = getOwnJSON(before, key);
      return old === undefined ? [{ op: "add", path: at, value }] : createJSONPatch(old, value, at);
    }),
  ];
}

/** Escapes a key as JSON pointers require (RFC 6901). */
function escaped(key: string): string {
  return key.replaceAll("~", "~0").replaceAll("/", "~1");
}
