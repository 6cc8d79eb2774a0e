import { parseGroupVersion } from "../group-version-text.js";
import type { RuntimeObject } from "../scheme/runtime-object.js";
import type { Scheme } from "../scheme/scheme.js";
import { envelopeOf } from "./envelope.js";
import { functionsOf } from "./functions-of.js";
import { newWriter } from "./library.js";

/**
 * Returns an object in its own version as protobuf, with its envelope: the bytes of Go's serializer
 * for the same object. Does not mutate the object.
 * @throws NotRegisteredError for a kind that the scheme does not have
 * @throws NoProtobufError for a kind without protobuf
 * @throws Error for a value that protobuf cannot represent, such as a wrong time
 */
export function encodeProtobuf(scheme: Scheme, obj: RuntimeObject): Uint8Array {
  const { apiVersion, kind } = obj;
  const codec = functionsOf(scheme, { ...parseGroupVersion(apiVersion), kind });
  const writer = newWriter();
  codec.marshal(writer, obj);
  return envelopeOf(apiVersion, kind).write([writer.finish()]);
}
