import { jsonToCBOR } from "@apimachinery/runtime/cbor";

/** Media type of a sequence of CBOR documents (RFC 8742), which is the body of a watch. */
export const cborSequence = "application/cbor-seq";

/** Returns a JSON document as CBOR. */
export function cborOfJSON(text: string): Buffer {
  const { buffer, byteOffset, byteLength } = jsonToCBOR(JSON.parse(text));
  return Buffer.from(buffer, byteOffset, byteLength);
}
