import { kindOfObject } from "../codec/meta-schemas.js";
import type { RuntimeObject } from "../scheme/runtime-object.js";
import type { Scheme } from "../scheme/scheme.js";
import { envelopeOf } from "./envelope.js";
import { codecOfKind } from "./functions-of.js";

/**
 * Encodes an object as protobuf with its envelope, in the object's version. The bytes are those of
 * Go's serializer. The object is not mutated.
 * @throws MissingKindError, MissingVersionError for an object without kind or apiVersion
 * @throws NotRegisteredError for a kind that neither the scheme nor meta/v1 has
 * @throws NoProtobufError for a kind without a protobuf encoding
 * @throws Error for a value that protobuf cannot represent, such as an invalid time
 */
export function encodeProtobuf(scheme: Scheme, obj: RuntimeObject): Uint8Array {
  const codec = codecOfKind(scheme, kindOfObject(obj));
  return envelopeOf(obj.apiVersion, obj.kind).writeObject(codec.marshal, obj);
}
