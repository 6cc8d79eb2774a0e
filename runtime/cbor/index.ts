/**
 * CBOR (RFC 8949) as Kubernetes uses it (KEP-4222; Go: package runtime/serializer/cbor). This
 * subpath needs the package `cborg`.
 */
export { cborToJSON, type CBORLimits } from "./cbor-to-json.js";
export { decodeCBOR } from "./decode-cbor.js";
export { encodeCBOR } from "./encode-cbor.js";
export { isCBOR } from "./self-described.js";
export { jsonToCBOR } from "./json-to-cbor.js";
