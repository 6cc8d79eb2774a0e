import { kindOfObject } from "../codec/meta-schemas.js";
import type { RuntimeObject } from "../scheme/runtime-object.js";
import type { Scheme } from "../scheme/scheme.js";
import { envelopeOf } from "./envelope.js";
import { codecOfKind } from "./functions-of.js";

/**
 * Returns an object in its own version as protobuf, with its envelope: the bytes of Go's serializer
 * for the same object. Does not mutate the object.
 * @throws MissingKindError, MissingVersionError for an object without kind or apiVersion
 * @throws NotRegisteredError for a kind that the scheme does not have
 * @throws NoProtobufError for a kind without protobuf
 * @throws Error for a value that protobuf cannot represent, such as a wrong time
 */
export function encodeProtobuf(scheme: Scheme, obj: RuntimeObject): Uint8Array {
  const codec = codecOfKind(scheme, kindOfObject(obj));
  return envelopeOf(obj.apiVersion, obj.kind).writeObject(codec.marshal, obj);
}
