import { trimmed } from "../../util/trimmed.js";
import { listOf } from "../values/collections.js";
import { printed } from "../values/describe.js";
import { EvaluationError, type ListValue, type Result } from "../values/value.js";
import { namedEscapes } from "../../util/go-quote.js";
import type { Functions } from "./declaration.js";
import { formatted } from "./format.js";

/** The functions of cel-go's extension for strings, version 0. Their indexes count code points. */
export const stringFunctions: Functions = {
  "string_char_at_int = (string).charAt(int): string": charAt,
  "string_index_of_string = (string).indexOf(string): int": (text: string, part: string) => indexOf(text, part, 0n),
  "string_index_of_string_int = (string).indexOf(string, int): int": indexOf,
  "list_join = (list(string)).join(): string": (items: ListValue) => joined(items, ""),
  "list_join_string = (list(string)).join(string): string": joined,
  "string_last_index_of_string = (string).lastIndexOf(string): int": lastIndexOf,
  "string_last_index_of_string_int = (string).lastIndexOf(string, int): int": lastIndexOf,
  "string_lower_ascii = (string).lowerAscii(): string": (text: string) =>
    isASCII(text) ? text.toLowerCase() : text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase()),
  "string_replace_string_string = (string).replace(string, string): string": replaced,
  "string_replace_string_string_int = (string).replace(string, string, int): string": replaced,
  "string_split_string = (string).split(string): list(string)": split,
  "string_split_string_int = (string).split(string, int): list(string)": split,
  "string_substring_int = (string).substring(int): string": substring,
  "string_substring_int_int = (string).substring(int, int): string": substring,
  "string_trim = (string).trim(): string": trimmed,
  "string_upper_ascii = (string).upperAscii(): string": (text: string) =>
    isASCII(text) ? text.toUpperCase() : text.replace(/[a-z]+/g, (letters) => letters.toUpperCase()),
};

/** The functions that version 2 of the extension for strings adds. */
export const stringFormat: Functions = {
  "string_format = (string).format(list(dyn)): string": formatted,
  "strings_quote = strings.quote(string): string": quoted,
};

const surrogate = /[\ud800-\udfff]/;

/**
 * A string whose indexes count code points. Only strings with surrogates are copied to an array of
 * code points. In all other strings, the indexes are the same as in JavaScript.
 */
class CodePoints {
  readonly #text: string;
  readonly #points: readonly string[] | undefined;

  constructor(text: string) {
    this.#text = text;
    this.#points = surrogate.test(text) ? Array.from(text) : undefined;
  }

  get length(): number {
    return this.#points?.length ?? this.#text.length;
  }

  slice(start: number, end?: number): string {
    return this.#points?.slice(start, end).join("") ?? this.#text.slice(start, end);
  }

  indexOf(part: string, from: number): number {
    const found = this.#text.indexOf(part, this.#unitsBefore(from));
    return found < 0 ? -1 : this.#pointsBefore(found);
  }

  lastIndexOf(part: string, from: number): number {
    const found = this.#text.lastIndexOf(part, this.#unitsBefore(from));
    return found < 0 ? -1 : this.#pointsBefore(found);
  }

  #unitsBefore(point: number): number {
    return this.#points === undefined ? point : this.slice(0, point).length;
  }

  #pointsBefore(unit: number): number {
    return this.#points === undefined ? unit : Array.from(this.#text.slice(0, unit)).length;
  }
}

function outOfRange(index: bigint): EvaluationError {
  return new EvaluationError(`index out of range: ${String(index)}`);
}

function charAt(text: string, index: bigint): Result {
  const points = new CodePoints(text);
  if (index < 0n || index > points.length) return outOfRange(index);
  return points.slice(Number(index), Number(index) + 1);
}

function indexOf(text: string, part: string, from: bigint): Result {
  if (from < 0n) return outOfRange(from);
  const points = new CodePoints(text);
  if (part === "") return smaller(from, BigInt(points.length));
  return from >= points.length ? -1n : BigInt(points.indexOf(part, Number(from)));
}

function lastIndexOf(text: string, part: string, from?: bigint): Result {
  if (from !== undefined && from < 0n) return outOfRange(from);
  const points = new CodePoints(text);
  const length = BigInt(points.length);
  if (part === "") return from === undefined ? length : smaller(from, length);
  if (from !== undefined && from >= length) return -1n;
  return BigInt(points.lastIndexOf(part, Number(from ?? length)));
}

function smaller(a: bigint, b: bigint): bigint {
  return a < b ? a : b;
}

function substring(text: string, start: bigint, end?: bigint): Result {
  if (end !== undefined && start > end)
    return new EvaluationError(`invalid substring range. start: ${String(start)}, end: ${String(end)}`);
  const points = new CodePoints(text);
  for (const index of end === undefined ? [start] : [start, end])
    if (index < 0n || index > points.length) return outOfRange(index);
  return points.slice(Number(start), end === undefined ? undefined : Number(end));
}

/**
 * Replaces parts of a string.
 *
 * @param count maximum number of replacements; unlimited if negative
 */
function replaced(text: string, old: string, by: string, count = -1n): string {
  if (count === 0n) return text;
  const parts = old === "" ? ["", ...Array.from(text), ""] : text.split(old);
  const most = count < 0n || count >= parts.length ? parts.length - 1 : Number(count);
  return (
    parts.slice(0, most + 1).join(by) +
    parts
      .slice(most + 1)
      .map((part) => `${old}${part}`)
      .join("")
  );
}

/**
 * Splits a string.
 *
 * @param count maximum number of items; unlimited if negative
 */
function split(text: string, separator: string, count = -1n): ListValue {
  if (count === 0n) return listOf([]);
  const parts = separator === "" ? Array.from(text) : text.split(separator);
  if (count < 0n || count >= parts.length) return listOf(parts);
  const last = Number(count) - 1;
  return listOf([...parts.slice(0, last), parts.slice(last).join(separator)]);
}

function joined(items: ListValue, separator: string): Result {
  const parts: string[] = [];
  for (const item of items) {
    if (typeof item !== "string") return new EvaluationError(`join: invalid input: ${printed(item)}`);
    parts.push(item);
  }
  return parts.join(separator);
}

function quoted(text: string): string {
  return `"${text.replace(/[\u0007\b\f\n\r\t\v\\"]/g, (letter) => namedEscapes[letter] ?? letter)}"`;
}

function isASCII(text: string): boolean {
  return /^[\0-\x7f]*$/.test(text);
}
