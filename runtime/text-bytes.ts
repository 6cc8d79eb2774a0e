import { encodeBytes } from "./bytes.js";
import type { bytes } from "./types.js";

interface Encoder {
  encode(text: string): Uint8Array;
}

/**
 * A text's UTF-8 bytes, as base64: what a Secret's `stringData` becomes. Lone surrogates become
 * U+FFFD, as in Go.
 */
export function bytesOfText(text: string): bytes {
  // Every platform has it; the compiler's library without a platform does not.
  const { TextEncoder } = globalThis as { TextEncoder?: new () => Encoder };
  if (TextEncoder === undefined) throw new Error("this platform has no TextEncoder");
  return encodeBytes(new TextEncoder().encode(text));
}
