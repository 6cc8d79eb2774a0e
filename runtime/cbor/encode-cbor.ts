import { wireFormOf } from "../codec/wire-form.js";
import type { RuntimeObject } from "../scheme/runtime-object.js";
import type { Scheme } from "../scheme/scheme.js";
import { jsonToCBOR } from "./json-to-cbor.js";
import { typedFormOf } from "./typed-form.js";

/**
 * Returns an object in its own version as self-described CBOR: the bytes of Go's serializer for
 * the same object. Does not mutate the object.
 * @throws Error if the scheme does not have the object's kind
 * @throws CBORError for a number that JSON does not have
 */
export function encodeCBOR(scheme: Scheme, obj: RuntimeObject): Uint8Array {
  const schema = scheme.schemaOf(obj);
  const wire = wireFormOf(schema)?.(obj) ?? obj;
  return jsonToCBOR(typedFormOf(schema)?.(wire) ?? wire);
}
