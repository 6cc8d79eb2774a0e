import { jsonText } from "../values.js";
import type { TypeSchema } from "../schema.js";
import { wireFormOf } from "./wire-form.js";
import type { RuntimeObject } from "../scheme/runtime-object.js";

/**
 * Returns an object's JSON in wire format: kind and apiVersion come first and are omitted in items
 * of lists; a required zero time is `null`, an optional one is omitted; strings are escaped as by
 * `jsonText`. Does not mutate the object.
 */
export function encodeObject(schema: TypeSchema, obj: RuntimeObject): string {
  const wire = (wireFormOf(schema)?.(obj) ?? obj) as RuntimeObject;
  if (startsWithKind(wire)) return jsonText(wire);
  const { kind, apiVersion, ...rest } = wire;
  return jsonText({ kind, apiVersion, ...rest });
}

function startsWithKind(obj: object): boolean {
  let position = 0;
  for (const key in obj) {
    if (position === 1) return key === "apiVersion";
    if (key !== "kind") return false;
    position++;
  }
  return false;
}
