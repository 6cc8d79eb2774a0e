import { encodeObject } from "../codec/encode.js";
import { decodeJSON } from "../decode/decode.js";
import { getOwn, setOwn } from "../values.js";
import type { ObjectMeta, TypeMeta } from "../meta/v1/types.js";
import type { Schema } from "../schema.js";
import { changesOf, undo } from "./changes.js";
import { isObject } from "./keyed-changes.js";
import { rootOf } from "./schema-at.js";

/** A kind with metadata of its own. */
type Kind = TypeMeta & { readonly metadata?: ObjectMeta };

/**
 * What generated code does for `+k8s:conversion-gen:preserve=annotation` on the way from the hub:
 * what does not come back from the version is written into an annotation of the version's object.
 * Without a difference there is no annotation.
 * @param back what the version's object converts back into
 * @returns `output` itself, or a copy with other annotations; nothing is mutated
 */
export function preserveLost<Hub extends Kind, Version extends Kind>(
  schema: Schema<Hub>,
  name: string,
  input: Hub,
  output: Version,
  back: Hub,
): Version {
  const change = changesOf(withoutAnnotation(input, name), withoutAnnotation(back, name), rootOf(schema));
  const { metadata } = input;
  const isEmptyMap = metadata?.annotations !== undefined && Object.keys(metadata.annotations).length === 0;
  if (change === undefined) return withoutAnnotation(output, name);
  // A map that was empty is so again, instead of being left out with its only annotation.
  const text = JSON.stringify(isEmptyMap ? { ...change, annotations: {} } : change);
  const annotations: Record<string, string> = { ...output.metadata?.annotations };
  setOwn(annotations, name, text);
  return { ...output, metadata: { ...output.metadata, annotations } };
}

/**
 * The same on the way to the hub: takes the annotation off, and puts back what it keeps wherever
 * the version's object still says what was made of it. An annotation that is not what
 * `preserveLost` wrote, or that would make values of other types, is ignored.
 * @returns `output` itself where there is no annotation
 */
export function restoreLost<Hub extends Kind>(schema: Schema<Hub>, name: string, output: Hub): Hub {
  const text = getOwn(output.metadata?.annotations ?? {}, name);
  if (typeof text !== "string") return output;
  const change = parsed(text);
  const plain = withoutAnnotation(output, name, isObject(change) && "annotations" in change);
  if (change === undefined) return plain;
  try {
    // Whoever writes an object may write its annotations: what comes from there is read as what
    // comes from anywhere else.
    return decodeJSON(schema, encodeObject(schema, undo(plain, change) as Hub & TypeMeta), "ignore").value;
  } catch {
    return plain;
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/**
 * The object itself where it has no such annotation. The last one goes with the map that it stands
 * in.
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
