/** Functions that generated code calls to write and read protobuf. They need no library. */
export { readLength } from "./lengths.js";
export { MalformedProtobufError } from "./malformed-error.js";
export { readEntry, readMessageEntry, writeMap, writeMessageMap } from "./maps.js";
export {
  blank,
  readEmbedded,
  readMessage,
  writeMessage,
  writeMessages,
  zeroEmbedded,
  zeroMessage,
} from "./messages.js";
export type { Marshal, Part, PartOfKind, Unmarshal } from "./messages.js";
export type { ProtobufReader as Reader } from "./protobuf-reader.js";
export type { ProtobufWriter as Writer } from "./protobuf-writer.js";
export * from "./raw-values.js";
export {
  bytesOf,
  readBytes,
  readDouble,
  readFloat,
  readInt64,
  readLiteral,
  readPacked,
  readText,
  readUint64,
} from "./scalars.js";
export { readTag, skipField } from "./tags.js";
export * from "./times.js";
export * from "./values.js";
export { isAbsent, isZero, unlessZero } from "./zeros.js";
