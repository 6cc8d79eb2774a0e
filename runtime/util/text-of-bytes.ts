// All JavaScript environments have these classes, but TypeScript's language library does not
// declare them.
declare class TextDecoder {
  constructor(encoding: "utf-8", options: { readonly ignoreBOM: true; readonly fatal?: true });
  decode(bytes: Uint8Array): string;
}
declare class TextEncoder {
  encode(text: string): Uint8Array;
  encodeInto(text: string, target: Uint8Array): { readonly read: number };
}

const encoder = new TextEncoder();
const lenient = new TextDecoder("utf-8", { ignoreBOM: true });
const strict = new TextDecoder("utf-8", { ignoreBOM: true, fatal: true });

/**
 * Length in bytes up to which a loop is faster than `TextDecoder`. V8 joins longer strings lazily.
 */
const short = 12;
/**
 * Maximum length of cached strings, in bytes. In CBOR, the length of such a string fits in the
 * first byte of its encoding.
 */
const longestKept = 23;
/** Maximum number of cached strings; a power of two. */
const size = 4096;

/**
 * Cache of short strings: the last two strings for each hash of their bytes, the newer string
 * first.
 */
const kept = new Array<string>(size).fill("");

/**
 * Decodes UTF-8. Invalid bytes become U+FFFD, as when Go writes such a string as JSON. Documents
 * repeat keys and short values, so short strings are cached: comparing a cached string with the
 * bytes is faster than creating a new string, and needs no memory.
 */
export function decodeByteText(bytes: Uint8Array, start = 0, end = bytes.length): string {
  const length = end - start;
  if (length === 0) return "";
  if (length > longestKept) return longText(bytes, start, end);
  const slot = hashOf(bytes, start, length) & (size - 2);
  const newer = kept[slot] as string;
  if (newer.length === length && isSame(newer, bytes, start)) return newer;
  const older = kept[slot + 1] as string;
  if (older.length === length && isSame(older, bytes, start)) return older;
  const text = length > short ? longText(bytes, start, end) : shortText(bytes, start, end);
  // Only strings with one character for each byte are cached. Each character is ASCII, or U+FFFD
  // for an invalid byte. U+FFFD is not equal to a byte, so a string with it is never found in the
  // cache.
  if (text.length === length) {
    kept[slot + 1] = newer;
    kept[slot] = text;
  }
  return text;
}

function hashOf(bytes: Uint8Array, start: number, length: number): number {
  const first = bytes[start] as number;
  const early = bytes[start + (length >> 2)] as number;
  const middle = bytes[start + (length >> 1)] as number;
  const last = bytes[start + length - 1] as number;
  return (length + first * 23 + early * 307 + middle * 71 + last * 167) << 1;
}

function isSame(text: string, bytes: Uint8Array, start: number): boolean {
  for (let index = 0; index < text.length; index++) if (text.charCodeAt(index) !== bytes[start + index]) return false;
  return true;
}

function shortText(bytes: Uint8Array, start: number, end: number): string {
  let text = "";
  for (let at = start; at < end; at++) {
    const byte = bytes[at] as number;
    if (byte >= 0x80) return longText(bytes, start, end);
    text += String.fromCharCode(byte);
  }
  return text;
}

/** The method of Node's `Buffer` that decodes a range of bytes as UTF-8. */
interface Slices {
  utf8Slice?(start: number, end: number): string;
}

function longText(bytes: Uint8Array & Slices, start: number, end: number): string {
  return bytes.utf8Slice?.(start, end) ?? lenient.decode(bytes.subarray(start, end));
}

/** Reports whether bytes are valid UTF-8. */
export function isUTF8(bytes: Uint8Array): boolean {
  return stringOfUTF8(bytes) !== undefined;
}

/** Decodes UTF-8 bytes; undefined if the bytes are not valid UTF-8. */
export function stringOfUTF8(bytes: Uint8Array): string | undefined {
  try {
    return strict.decode(bytes);
  } catch {
    return undefined;
  }
}

/**
 * Writes an ASCII string to a target that has one byte for each character. Returns false if the
 * string is not ASCII, because it then does not fit.
 */
export function encodeASCII(text: string, target: Uint8Array): boolean {
  return encoder.encodeInto(text, target).read === text.length;
}

/** Encodes a string as UTF-8. A lone surrogate becomes U+FFFD. */
export function encodeUTF8(text: string): Uint8Array {
  return encoder.encode(text);
}
