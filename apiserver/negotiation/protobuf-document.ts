import { CodecFactory, jsonText, parseGroupVersion, withKind, Scheme, type RuntimeObject } from "@apimachinery/runtime";
import {
  decodeProtobuf,
  encodeProtobuf,
  MalformedProtobufError,
  type ProtobufOptions,
} from "@apimachinery/runtime/protobuf";
import { bufferOf } from "../util/buffer-of.js";

/** A scheme that contains only the kinds of meta/v1, as every scheme does. */
const metaScheme = new Scheme("meta.k8s.io");

/**
 * Returns a document of a kind of meta/v1, such as a Status or an APIGroupList, as protobuf. The
 * document can omit its apiVersion.
 */
export function protobufDocument(document: object): Buffer {
  const { apiVersion = "v1", ...rest } = document as Partial<RuntimeObject> & { readonly kind: string };
  return protobufOf(metaScheme, { ...rest, apiVersion });
}

/**
 * Returns an object in its own version as protobuf.
 * @throws Error for an object whose kind has no protobuf encoding
 */
export function protobufOf(scheme: Scheme, object: RuntimeObject): Buffer {
  return bufferOf(encodeProtobuf(scheme, object));
}

/**
 * Converts an object from protobuf to JSON.
 * @param scheme the scheme of the object; can be absent for kinds of meta/v1
 * @throws MalformedProtobufError for bytes that are not an encoded object
 */
export function jsonOfProtobuf(data: Uint8Array, scheme = metaScheme, options: ProtobufOptions = {}): string {
  const object = decodeProtobuf(scheme, data, options);
  const gvk = withKind(parseGroupVersion(object.apiVersion), object.kind);
  // Kinds of meta/v1 are not registered in the scheme. They need no conversion, so they are encoded
  // directly as JSON.
  try {
    return scheme.recognizes(gvk) ? new CodecFactory(scheme).encoderForVersion(gvk).encode(object) : jsonText(object);
  } catch (error) {
    // A raw value contains JSON, whose nesting depth the decoder does not limit.
    if (error instanceof RangeError) throw new MalformedProtobufError("exceeded max depth", { cause: error });
    throw error;
  }
}
