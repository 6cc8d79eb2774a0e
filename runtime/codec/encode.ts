import { jsonText } from "../values.js";
import type { TypeSchema } from "../schema.js";
import { wireFormOf } from "./wire-form.js";
import type { RuntimeObject } from "../scheme/runtime-object.js";

/**
 * The JSON text of an object as its schema has it on the wire: kind and apiVersion first, without
 * those of a list's items, a zero time as `null` where it is required and left out where it is not,
 * strings escaped as `jsonText` does. The object is not mutated.
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
