// All JavaScript environments have these classes; the language's own types do not contain them.
declare class TextDecoder {
  constructor(encoding: "utf-8", options: { readonly ignoreBOM: true; readonly fatal?: true });
  decode(bytes: Uint8Array): string;
}
declare class TextEncoder {
  encode(text: string): Uint8Array;
}

const encoder = new TextEncoder();
const lenient = new TextDecoder("utf-8", { ignoreBOM: true });
const strict = new TextDecoder("utf-8", { ignoreBOM: true, fatal: true });

/** Length in bytes up to which a loop is faster. V8 joins longer strings lazily. */
const short = 12;

/**
 * Returns the text of a byte string. A sequence that is not UTF-8 becomes U+FFFD, as when Go writes
 * such a string as JSON.
 */
export function textOfBytes(bytes: Uint8Array, start = 0, end = bytes.length): string {
  if (end - start > short) return longText(bytes, start, end);
  let text = "";
  for (let at = start; at < end; at++) {
    const byte = bytes[at] as number;
    if (byte >= 0x80) return longText(bytes, start, end);
    text += String.fromCharCode(byte);
  }
  return text;
}

/** The method of Node's `Buffer` that returns a part as a text. */
interface Slices {
  utf8Slice?(start: number, end: number): string;
}

function longText(bytes: Uint8Array & Slices, start: number, end: number): string {
  return bytes.utf8Slice?.(start, end) ?? lenient.decode(bytes.subarray(start, end));
}

/** Reports whether bytes are valid UTF-8. */
export function isUTF8(bytes: Uint8Array): boolean {
  try {
    strict.decode(bytes);
    return true;
  } catch {
    return false;
  }
}

/** Returns a text as UTF-8. A lone surrogate becomes U+FFFD. */
export function bytesOfText(text: string): Uint8Array {
  return encoder.encode(text);
}
