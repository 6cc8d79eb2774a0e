import { encodeObject } from "../codec/encode.js";
import { decodeJSON } from "../decode/decode.js";
import { parseExactJSON } from "../json/exact-json.js";
import { stringifyJSON } from "../json/write-json.js";
import { getOwn, setOwn, isObject } from "../json/values.js";
import type { ObjectMeta, TypeMeta } from "../meta/v1/types.js";
import type { Schema } from "../schema/schema.js";
import { valueChanges, undo } from "./changes.js";
import type { SchemaNode } from "./schema-at.js";

/** An object whose metadata can contain annotations. */
type Kind = TypeMeta & { readonly metadata?: ObjectMeta };

/**
 * Implements `+k8s:conversion-gen:preserve=annotation` for conversions from the hub to a version.
 * Values that the version cannot represent are stored in an annotation of the converted object. If
 * no value is lost, no annotation is written.
 * @param back result of converting `output` back to the hub
 * @returns `output` itself, or a copy with other annotations; nothing is mutated
 */
export function preserveLost<Hub extends Kind, Version extends Kind>(
  schema: Schema<Hub>,
  name: string,
  input: Hub,
  output: Version,
  back: Hub,
): Version {
  const root: SchemaNode = { type: "ref", to: () => schema };
  const { apiVersion, kind, metadata } = input;
  // apiVersion and kind are not compared: a conversion sets those of the hub, but an embedded
  // object can have others, or none.
  const became = { ...withoutAnnotation(back, name), apiVersion, kind };
  const change = valueChanges(withoutAnnotation(input, name), became, root);
  const isEmptyMap = metadata?.annotations !== undefined && Object.keys(metadata.annotations).length === 0;
  if (change === undefined) return withoutAnnotation(output, name);
  // If the hub's object has an empty map of annotations, the change records this map. Otherwise,
  // `restoreLost` would remove the empty map together with the annotation.
  const text = stringifyJSON(isEmptyMap ? { ...change, annotations: {} } : change);
  const annotations: Record<string, string> = { ...output.metadata?.annotations };
  setOwn(annotations, name, text);
  return { ...output, metadata: { ...output.metadata, annotations } };
}

/**
 * Implements `+k8s:conversion-gen:preserve=annotation` for conversions from a version to the hub.
 * Removes the annotation, and restores each stored value if a client has not changed its field
 * since. An annotation with invalid content is removed without effect.
 * @returns `output` itself if it does not have the annotation
 */
export function restoreLost<Hub extends Kind>(schema: Schema<Hub>, name: string, output: Hub): Hub {
  const text = getOwn(output.metadata?.annotations ?? {}, name);
  if (typeof text !== "string") return output;
  const change = parsed(text);
  const plain = withoutAnnotation(output, name, isObject(change) && "annotations" in change);
  if (change === undefined) return plain;
  try {
    // Any client can write the annotation, so the result is decoded and checked like other input.
    const json = encodeObject(schema, undo(plain, change) as Hub & TypeMeta);
    return decodeJSON(schema, json, "ignore", "bigint").value;
  } catch {
    return plain;
  }
}

function parsed(text: string): unknown {
  try {
    return parseExactJSON(text);
  } catch {
    return undefined;
  }
}

/**
 * Returns the object without an annotation, or the object itself if it does not have the
 * annotation. A map of annotations that becomes empty is removed, unless `keepsMap` is true.
 */
function withoutAnnotation<T extends Kind>(obj: T, name: string, keepsMap = false): T {
  const { annotations } = obj.metadata ?? {};
  if (annotations === undefined || !Object.hasOwn(annotations, name)) return obj;
  const others = { ...annotations };
  Reflect.deleteProperty(others, name);
  const metadata = { ...obj.metadata, annotations: others };
  if (Object.keys(others).length === 0 && !keepsMap) Reflect.deleteProperty(metadata, "annotations");
  return { ...obj, metadata };
}
