/// <reference types="node" preserve="true" />
/** Support of protobuf in the client. This entry point needs the package `protobufjs`. */
import type { Scheme } from "@apimachinery/runtime";
import { decodeProtobuf, decodeWatchEvent, encodeProtobuf } from "@apimachinery/runtime/protobuf";
import type { ObjectFormat } from "../rest/object-format.js";

/**
 * Returns the binary format protobuf, for the option `format` of a client configuration.
 * @param scheme a scheme with the kinds that the client uses. For kinds without
 * `+k8s:protobuf-gen=package`, the client uses JSON
 */
export function protobufFormat(scheme: Scheme): ObjectFormat {
  return {
    mediaType: "application/vnd.kubernetes.protobuf",
    has: (kind) => scheme.protobuf.find(kind) !== undefined,
    encode: (object) => encodeProtobuf(scheme, object),
    decode: (data) => decodeProtobuf(scheme, data),
    decodeEvent: (data) => {
      const { type, object } = decodeWatchEvent(data);
      return { type, object: decodeProtobuf(scheme, object) };
    },
  };
}
