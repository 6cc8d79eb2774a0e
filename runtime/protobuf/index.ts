/**
 * Protobuf as Kubernetes uses it (Go: package runtime/serializer/protobuf). This entry point
 * requires the package `protobufjs`.
 */
export { marshal, protobufSource, unmarshal } from "./codec.js";
export { decodeProtobuf, type ProtobufOptions } from "./decode-protobuf.js";
export { encodeProtobuf } from "./encode-protobuf.js";
export { protobufBody, ProtobufCodec } from "./protobuf-codec.js";
export { decodeWatchEvent, encodeWatchEvent, type EncodedEvent } from "./watch-event.js";
export { hasPrefix as isProtobuf } from "../wire/prefix.js";
export { NoProtobufError } from "./functions-of.js";
export { MalformedProtobufError } from "../wire/malformed-error.js";
export type { Marshal, Unmarshal } from "../wire/messages.js";
export type { ProtobufReader } from "../wire/protobuf-reader.js";
export type { ProtobufWriter } from "../wire/protobuf-writer.js";
