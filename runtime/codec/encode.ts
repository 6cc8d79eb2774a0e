import { parsedCopy } from "../json/parsed-copy.js";
import type { JSONObject } from "../values/types.js";
import { jsonText } from "../json/values.js";
import type { TypeSchema } from "../schema/schema.js";
import { wireFormOf } from "./wire-form.js";
import type { RuntimeObject } from "../scheme/runtime-object.js";

/**
 * Returns an object as JSON in wire format. The object starts with kind and apiVersion; nested
 * objects whose type has a kind, such as list items, omit both. A required zero time is `null`; an
 * optional one is omitted. Strings are escaped as `jsonText` does. The object is not mutated.
 */
export function encodeObject(schema: TypeSchema, obj: RuntimeObject): string {
  return jsonText(wireObject(schema, obj));
}

/**
 * Returns the parsed form of the JSON that `encodeObject` returns; large integers are `bigint`, as
 * in `parseExactJSON`. The result shares no parts with the object.
 */
export function objectValue(schema: TypeSchema, obj: RuntimeObject): JSONObject {
  return parsedCopy(wireObject(schema, obj), "bigint").value as JSONObject;
}

/** Converts an object to wire format. The result can share parts with the argument. */
function wireObject(schema: TypeSchema, obj: RuntimeObject): RuntimeObject {
  return withKindFirst((wireFormOf(schema)?.(obj) ?? obj) as RuntimeObject);
}

/** Returns an object whose first properties are kind and apiVersion. Does not mutate the object. */
export function withKindFirst(obj: RuntimeObject): RuntimeObject {
  if (startsWithKind(obj)) return obj;
  const { kind, apiVersion, ...rest } = obj;
  return { kind, apiVersion, ...rest };
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
