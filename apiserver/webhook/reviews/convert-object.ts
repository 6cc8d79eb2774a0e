import {
  goQuote,
  groupVersionString,
  objectValue,
  parseGroupVersion,
  withKind,
  type GroupVersionKind,
  type JSONObject,
  type JSONValue,
} from "@apimachinery/runtime";
import { hubKind } from "../../server/hub-kind.js";
import type { HandledKinds } from "../handled-kinds.js";
import { getOwnJSON, isJSONObject, withPropertyOf } from "./json-object.js";
import { addLeftOver, leftOver } from "./left-over.js";

/**
 * Converts an object to a version, through the hub of its kind. Sets no defaults. Metadata stays
 * unchanged except labels and annotations, and properties that the type does not have are kept:
 * the API server accepts nothing else (Go: apiextensions' webhook_converter.go).
 * @param object is not changed
 * @throws Error if the object cannot be decoded, or its kind does not have the version
 */
export function convertObject(kinds: HandledKinds, object: JSONObject, desired: string): JSONObject {
  if (object["apiVersion"] === desired) return object;
  const { codecs, scheme } = kinds;
  const decoded = codecs.universalDeserializer().decodeValue(object);
  const to: GroupVersionKind = withKind(parseGroupVersion(desired), decoded.gvk.kind);
  if (to.group !== decoded.gvk.group || !scheme.recognizes(to))
    throw new Error(
      `cannot convert ${groupVersionString(decoded.gvk)} to ${desired}: no kind ${goQuote(to.kind)} in this version`,
    );
  const known = objectValue(scheme.schemaOf(decoded.object), decoded.object);
  const hub = scheme.convertToVersion(decoded.object, hubKind(scheme, decoded.gvk));
  const version = scheme.convertToVersion(hub, to);
  const converted = objectValue(scheme.schemaOf(version), version);
  addLeftOver(converted, leftOver(object, known));
  return { ...converted, metadata: metadataOf(object, converted) };
}

function metadataOf(before: JSONObject, after: JSONObject): JSONValue {
  const [old, converted] = [getOwnJSON(before, "metadata"), getOwnJSON(after, "metadata")];
  if (!isJSONObject(old) || !isJSONObject(converted)) return old ?? {};
  return ["labels", "annotations"].reduce((metadata, key) => withPropertyOf(metadata, key, converted), old);
}
