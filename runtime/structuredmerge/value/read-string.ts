import { decodeByteText, encodeUTF8 } from "../../util/text-of-bytes.js";
import { characterOf, expectBytes, type ByteSource } from "./byte-source.js";

const [quote, backslash, letterN, letterU] = [0x22, 0x5c, 0x6e, 0x75];

const escapes: Readonly<Record<number, string>> = {
  0x22: '"',
  0x5c: "\\",
  0x2f: "/",
  0x62: "\b",
  0x66: "\f",
  0x6e: "\n",
  0x72: "\r",
  0x74: "\t",
};

/**
 * Reads a JSON string, or `null` as an empty string. As in json-iterator, a control character
 * before the first escape is an error.
 */
export function readJSONString(source: ByteSource): string {
  const start = source.readToken();
  if (start === letterN) {
    expectBytes(source, "ull", "skipThreeBytes");
    return "";
  }
  if (start !== quote) {
    source.report("ReadString", `expects " or n, but found ${characterOf(start)}`);
    return "";
  }
  return readSimple(source) ?? readRest(source);
}

/**
 * Reads a string that ends in the current block and contains no escapes. Reports an error for a
 * control character, and then returns an empty string. Returns undefined for any other string.
 */
function readSimple(source: ByteSource): string | undefined {
  const bytes: number[] = [];
  for (let at = 0; ; at++) {
    const byte = source.peek(at);
    if (byte === undefined || byte === backslash) return undefined;
    if (byte === quote) {
      for (let step = 0; step <= at; step++) source.step();
      return decodeByteText(Uint8Array.from(bytes));
    }
    if (byte < 0x20) {
      source.report("ReadString", `invalid control character found: ${String(byte)}`);
      return "";
    }
    bytes.push(byte);
  }
}

function readRest(source: ByteSource): string {
  const bytes: number[] = [];
  while (!source.hasEnded()) {
    const byte = source.read();
    if (byte === quote) return decodeByteText(Uint8Array.from(bytes));
    if (byte === backslash) bytes.push(...encodeUTF8(readEscape(source, source.read())));
    else bytes.push(byte);
  }
  source.report("readStringSlowPath", "unexpected end of input");
  return "";
}

function readEscape(source: ByteSource, byte: number): string {
  if (byte === letterU) return readUnicode(source);
  const character = escapes[byte];
  if (character === undefined) source.report("readEscapedChar", "invalid escape char after \\");
  return character ?? "";
}

/**
 * Reads the digits of an escape such as `\u0041`. If they are a surrogate, also reads a directly
 * following escape, which can be the second surrogate.
 */
function readUnicode(source: ByteSource): string {
  const first = readDigits(source);
  if (first < 0xd800 || first >= 0xe000) return String.fromCharCode(first);
  const byte = source.read();
  if (source.hasEnded()) return "";
  if (byte !== backslash) {
    source.unread();
    return "\ufffd";
  }
  const next = source.read();
  if (source.hasEnded()) return "";
  if (next !== letterU) return `\ufffd${readEscape(source, next)}`;
  return pairOf(first, readDigits(source));
}

/** Returns the character that two surrogates represent. A lone surrogate becomes U+FFFD. */
function pairOf(first: number, second: number): string {
  const pair = String.fromCharCode(first, second);
  if (first < 0xdc00 && second >= 0xdc00 && second < 0xe000) return pair;
  return `\ufffd${second >= 0xd800 && second < 0xe000 ? "\ufffd" : String.fromCharCode(second)}`;
}

function readDigits(source: ByteSource): number {
  let code = 0;
  for (let at = 0; at < 4; at++) {
    const byte = source.read();
    if (source.hasEnded()) return 0;
    const digit = parseInt(characterOf(byte), 16);
    if (Number.isNaN(digit)) {
      source.report("readU4", `expects 0~9 or a~f, but found ${characterOf(byte)}`);
      return 0;
    }
    code = code * 16 + digit;
  }
  return code;
}
