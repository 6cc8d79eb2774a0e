import { encodeObject } from "../codec/encode.js";
import { decodeJSON } from "../decode/decode.js";
import { parseExactJSON } from "../json/exact-json.js";
import { stringifyJSON } from "../json/write-json.js";
import { getOwn, setOwn } from "../json/values.js";
import type { ObjectMeta, TypeMeta } from "../meta/v1/types.js";
import type { Schema } from "../schema/schema.js";
import { valueChanges, undo } from "./changes.js";
import { isKeyedObject } from "./keyed-changes.js";
import { rootNodeOf } from "./schema-at.js";

/** An object that has metadata. */
type Kind = TypeMeta & { readonly metadata?: ObjectMeta };

/**
 * Implements `+k8s:conversion-gen:preserve=annotation` for conversions from the hub. Stores
 * everything that the version cannot represent in an annotation of the version's object. If nothing
 * is lost, no annotation is written.
 * @param back result of converting the version's object back to the hub
 * @returns `output` itself, or a copy with other annotations; nothing is mutated
 */
export function preserveLost<Hub extends Kind, Version extends Kind>(
  schema: Schema<Hub>,
  name: string,
  input: Hub,
  output: Version,
  back: Hub,
): Version {
  const change = valueChanges(withoutAnnotation(input, name), withoutAnnotation(back, name), rootNodeOf(schema));
  const { metadata } = input;
  const isEmptyMap = metadata?.annotations !== undefined && Object.keys(metadata.annotations).length === 0;
  if (change === undefined) return withoutAnnotation(output, name);
  // The annotation also records an empty map of annotations in the hub's object. Otherwise,
  // restoring the object would remove the map.
  const text = stringifyJSON(isEmptyMap ? { ...change, annotations: {} } : change);
  const annotations: Record<string, string> = { ...output.metadata?.annotations };
  setOwn(annotations, name, text);
  return { ...output, metadata: { ...output.metadata, annotations } };
}

/**
 * Implements `preserve=annotation` for conversions to the hub. Removes the annotation, and restores
 * its values if the version's object has not changed. Annotations that `preserveLost` did not
 * write, or that have values of wrong types, are ignored.
 * @returns `output` itself if it has no annotation
 */
export function restoreLost<Hub extends Kind>(schema: Schema<Hub>, name: string, output: Hub): Hub {
  const text = getOwn(output.metadata?.annotations ?? {}, name);
  if (typeof text !== "string") return output;
  const change = parsed(text);
  const plain = withoutAnnotation(output, name, isKeyedObject(change) && "annotations" in change);
  if (change === undefined) return plain;
  try {
    // Any client can write annotations, so the result is validated like any other input.
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
 * annotation. A map of annotations that becomes empty is removed.
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
