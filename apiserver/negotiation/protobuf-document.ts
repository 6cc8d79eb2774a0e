import { CodecFactory, jsonText, parseGroupVersion, withKind, Scheme, type RuntimeObject } from "@apimachinery/runtime";
import {
  decodeProtobuf,
  encodeProtobuf,
  MalformedProtobufError,
  type ProtobufOptions,
} from "@apimachinery/runtime/protobuf";
import { bufferOf } from "../util/buffer-of.js";

/** A scheme without additional kinds. Every scheme contains the kinds of meta/v1. */
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
 * @throws Error for an object without a form in protobuf
 */
export function protobufOf(scheme: Scheme, object: RuntimeObject): Buffer {
  return bufferOf(encodeProtobuf(scheme, object));
}

/**
 * Returns an object in protobuf as JSON.
 * @param scheme the scheme of the object; can be absent for kinds of meta/v1
 * @throws MalformedProtobufError for bytes that are not an object
 */
export function jsonOfProtobuf(data: Uint8Array, scheme = metaScheme, options: ProtobufOptions = {}): string {
  const object = decodeProtobuf(scheme, data, options);
  const gvk = withKind(parseGroupVersion(object.apiVersion), object.kind);
  // Kinds of meta/v1 are known to every scheme, but not registered. Their JSON is the same.
  try {
    return scheme.recognizes(gvk) ? new CodecFactory(scheme).encoderForVersion(gvk).encode(object) : jsonText(object);
  } catch (error) {
    // A raw value is JSON, whose depth the decoder does not limit.
    if (error instanceof RangeError) throw new MalformedProtobufError("exceeded max depth", { cause: error });
    throw error;
  }
}
