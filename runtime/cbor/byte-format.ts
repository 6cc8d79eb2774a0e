import { encodeBytes } from "../values/bytes.js";
import { decodeByteText } from "../util/text-of-bytes.js";

/**
 * Conversion of a CBOR byte string to a JSON string. For `text`, the bytes are read as UTF-8;
 * otherwise, the string is their encoding in the named format.
 */
export type ByteFormat = "text" | "base64url" | "base64" | "hexadecimal";

/**
 * Returns the format that a CBOR tag selects (RFC 8949, section 3.4.5.2); undefined for other tags.
 */
export function byteFormatOf(tag: number): ByteFormat | undefined {
  return tag === 21 ? "base64url" : tag === 22 ? "base64" : tag === 23 ? "hexadecimal" : undefined;
}

/** Characters of standard base64 and their replacements in base64url. Base64url has no padding. */
const inURL: ReadonlyMap<string, string> = new Map([
  ["+", "-"],
  ["/", "_"],
]);

/** Converts the bytes of a byte string to a string in a format. */
export function formatBytes(format: ByteFormat, bytes: Uint8Array): string {
  switch (format) {
    case "text":
      return decodeByteText(bytes);
    case "base64":
      return encodeBytes(bytes);
    case "base64url":
      return encodeBytes(bytes).replace(/[+/=]/g, (character) => inURL.get(character) ?? "");
    case "hexadecimal":
      return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
  }
}
