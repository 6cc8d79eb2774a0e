/**
 * CBOR (RFC 8949) as Kubernetes uses it (KEP-4222; Go: package runtime/serializer/cbor).
 */
export { cborBody, CBORCodec } from "./cbor-codec.js";
export { cborToJSON } from "./cbor-to-json.js";
export type { CBORLimits } from "./document-reader.js";
export { decodeCBOR } from "./decode-cbor.js";
export { encodeCBOR, encodeUnordered, jsonToCBOR } from "./encode-cbor.js";
export { EncodedItem } from "./value-writers.js";
export { readCBOR, type CBORValue } from "./read-cbor.js";
export { isCBOR } from "./self-described.js";
