import { encodeUTF8 } from "../../util/text-of-bytes.js";
import { CELBytes, CELUint } from "../values/classes.js";
import type { Constant } from "../tree/expression.js";

/** Thrown for a literal without a value, such as a number that is too large. */
export class LiteralProblem extends Error {}

/**
 * Returns the value of a number.
 *
 * @throws LiteralProblem for a number outside the range of its type
 */
export function numberValue(kind: "NUM_INT" | "NUM_UINT" | "NUM_FLOAT", text: string): bigint | number | CELUint {
  if (kind === "NUM_FLOAT") return inRange("double", Number(text), Number.isFinite);
  if (kind === "NUM_UINT") {
    const value = BigInt(text.slice(0, -1));
    return new CELUint(inRange("uint", value, (each) => BigInt.asUintN(64, each) === each));
  }
  const value = text.startsWith("-") ? -BigInt(text.slice(1)) : BigInt(text);
  return inRange("int", value, (each) => BigInt.asIntN(64, each) === each);
}

function inRange<T>(type: string, value: T, isInRange: (value: T) => boolean): T {
  if (!isInRange(value)) throw new LiteralProblem(`invalid ${type} literal`);
  return value;
}

/**
 * Returns the value of a string or a bytes literal.
 *
 * @throws LiteralProblem for an invalid escape sequence
 */
export function stringValueOf(kind: "STRING" | "BYTES", token: string): Constant {
  const text = (kind === "BYTES" ? token.slice(1) : token).replaceAll(/\r\n?/g, "\n");
  const isRaw = /^r/i.test(text);
  const content = contentOf(isRaw ? text.slice(1) : text);
  if (kind === "STRING") return isRaw ? content : content.replaceAll(escapes, (found) => characterOf(found));
  return new CELBytes(isRaw ? encodeUTF8(content) : bytesOf(content));
}

function contentOf(quotedText: string): string {
  const length = quotedText.length >= 6 && /^("""|''')/.test(quotedText) ? 3 : 1;
  return quotedText.slice(length, -length);
}

const escapes = /\\(?:[xX][0-9a-fA-F]{2}|u[0-9a-fA-F]{4}|U[0-9a-fA-F]{8}|[0-3][0-7]{2}|[^])/g;

const letters: Readonly<Record<string, string>> = {
  a: "\u0007",
  b: "\b",
  f: "\f",
  n: "\n",
  r: "\r",
  t: "\t",
  v: "\v",
};

/** Returns the number in an escape sequence; undefined if the sequence has no number. */
function codeOf(escape: string): number | undefined {
  const digits = escape.slice(2);
  if (/[xXuU]/.test(escape.charAt(1))) return Number.parseInt(digits, 16);
  return digits === "" ? undefined : Number.parseInt(escape.slice(1), 8);
}

function characterOf(escape: string): string {
  const code = codeOf(escape);
  if (code === undefined) return letters[escape.charAt(1)] ?? escape.charAt(1);
  if (code > 0x10_ffff || (code >= 0xd800 && code < 0xe000)) throw new LiteralProblem("invalid unicode code point");
  return String.fromCodePoint(code);
}

/** Returns the bytes of a literal, in which an escape sequence with a number is one byte. */
function bytesOf(content: string): Uint8Array {
  const parts: Uint8Array[] = [];
  let at = 0;
  for (const { 0: escape, index } of content.matchAll(escapes)) {
    if (/[uU]/.test(escape.charAt(1))) throw new LiteralProblem("unable to unescape string");
    const code = codeOf(escape);
    parts.push(
      encodeUTF8(content.slice(at, index)),
      code === undefined ? encodeUTF8(characterOf(escape)) : Uint8Array.of(code),
    );
    at = index + escape.length;
  }
  return Uint8Array.from([...parts, encodeUTF8(content.slice(at))].flatMap((part) => Array.from(part)));
}
