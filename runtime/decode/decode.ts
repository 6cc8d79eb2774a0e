import type { Schema, TypeSchema } from "../schema/schema.js";
import { readExactly } from "../json/exact-json.js";
import { parsedCopy } from "../json/parsed-copy.js";
import { stringifyJSON } from "../json/write-json.js";
import { decoderOf } from "./compile.js";
import { diagnose } from "./diagnose.js";
import { StrictDecodingError, tooDeep, UnmarshalError } from "../json/errors.js";
import { newRun, type DecodeRun } from "./run.js";
import { isSurelyPlain, scanString } from "../json/scan.js";
import { syntaxErrorText } from "../json/syntax-error.js";
import { wellFormedJSON } from "../json/well-formed.js";

/**
 * Treatment of unknown and duplicate fields, like fieldValidation in Kubernetes: `strict` throws an
 * error, `warn` returns warnings, and `ignore` does neither.
 */
export type DecodeMode = "strict" | "warn" | "ignore";

/**
 * Treatment of integers beyond ±(2^53 - 1) in values without a type (`unknown`, `JSONValue`,
 * `RawExtension`):
 * - `refuse` throws an error.
 * - `bigint` keeps all digits as a `bigint`, for objects that another server stores.
 * - `number` rounds like `JSON.parse`, for JSON that JavaScript has printed.
 *
 * Fields with a number type are different: with `refuse` and `bigint`, a number that would be
 * rounded is an error.
 */
export type LargeIntegers = "refuse" | "bigint" | "number";

export interface Decoded<T> {
  readonly value: T;
  /** Messages about unknown and duplicate fields in mode `warn`; otherwise empty. */
  readonly warnings: readonly string[];
}

/**
 * Decodes JSON as a value of a type. Absent and null required fields get the zero of their type, or
 * null if they are nullable. Null optional fields become absent, unless they are nullable. Unknown
 * fields are dropped, unless the type keeps them. Times, durations and quantities are converted to
 * canonical form. Members of literal unions are not checked. In mode `ignore`, integers may be
 * written as `1.0` or `1e3`, which Go rejects.
 * @throws UnmarshalError with Go's error message, for invalid JSON and for a value of a wrong type
 * @throws LargeNumberError for a number that would be rounded, unless `largeIntegers` allows it
 * @throws StrictDecodingError in mode `strict`, for unknown and duplicate fields
 */
export function decodeJSON<T>(
  schema: Schema<T>,
  text: string,
  mode: DecodeMode,
  largeIntegers: LargeIntegers = "refuse",
): Decoded<T> {
  const wellFormed = wellFormedJSON(text);
  return decodeParsed(schema, parseJSON(wellFormed), wellFormed, mode, largeIntegers) as Decoded<T>;
}

/**
 * Decodes a parsed JSON value like `decodeJSON`. The value is not mutated. Values of type `bigint`
 * are kept, and large numbers are accepted.
 */
export function decodeValue<T>(schema: Schema<T>, value: unknown, mode: DecodeMode): Decoded<T> {
  const { copy, source, hasBigInt } = copiedValue(value);
  return decodeFrom(source, schema, copy, mode, hasBigInt ? "bigint" : "number") as Decoded<T>;
}

/**
 * Source of a parsed value. It provides facts that the parsed value does not contain, such as
 * duplicate keys and the digits of large numbers.
 */
export interface ValueSource {
  /** Returns the value as JSON, with all digits and without lone surrogates. */
  text(): string;
  /** Parses the document again, with each integer beyond ±(2^53 - 1) as a `bigint`. */
  exact(): unknown;
  /**
   * Reports whether the document may contain unknown fields, duplicate keys, or integers written as
   * `1.0`.
   */
  isSuspicious(run: DecodeRun): boolean;
}

/** Returns the source of a value that was parsed from `text`, which contains no lone surrogates. */
export function jsonSource(text: string): ValueSource {
  return { text: () => text, exact: () => readExactly(text), isSuspicious: (run) => isSuspicious(run, text) };
}

/** A copy of a value, which the decoder may mutate, and the source of the copy. */
export interface CopiedValue {
  readonly copy: unknown;
  readonly source: ValueSource;
  readonly hasBigInt: boolean;
}

/**
 * Copies a JSON value that was not parsed from a document. `source` prints the value only when the
 * decoder finds a problem, so the value must not be changed until it is decoded.
 * @throws UnmarshalError for a value that is nested too deeply for the call stack, and for a value
 *   that JSON cannot represent, such as a function or a Date
 */
export function copiedValue(value: unknown): CopiedValue {
  const { value: copy, hasBigInt, hasLiteral } = inStack(() => parsedCopy(value, "number"));
  const source: ValueSource = {
    text: () => wellFormedJSON(stringifyJSON(value)),
    exact: () => parsedCopy(value, "bigint").value,
    // A JavaScript value has no duplicate keys. Only a `NumberLiteral` can be an integer written as
    // `1.0`.
    isSuspicious: (run) => run.unknown || hasLiteral,
  };
  return { copy, source, hasBigInt };
}

/**
 * Parses JSON.
 * @throws UnmarshalError with Go's error message, for a string that is not JSON
 */
export function parseJSON(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new UnmarshalError(syntaxErrorText(text) ?? String(error));
  }
}

/**
 * Decodes a parsed document like `decodeJSON`, without parsing it.
 * @param value result of `JSON.parse` for `text`; it is mutated
 * @param text JSON without lone surrogates
 */
export function decodeParsed(
  schema: TypeSchema,
  value: unknown,
  text: string,
  mode: DecodeMode,
  largeIntegers: LargeIntegers = "refuse",
): Decoded<unknown> {
  return decodeFrom(jsonSource(text), schema, value, mode, largeIntegers);
}

/**
 * Decodes a parsed value like `decodeJSON`.
 * @param source source of the value, for problems that the parsed value does not show
 * @param value parsed value; it is mutated
 */
export function decodeFrom(
  source: ValueSource,
  schema: TypeSchema,
  value: unknown,
  mode: DecodeMode,
  largeIntegers: LargeIntegers = "refuse",
): Decoded<unknown> {
  const run = newRun();
  let decoded = runDecoder(schema, value, run);
  const hasLarge = run.largeNumbers && largeIntegers !== "number";
  const warnings =
    run.failed || hasLarge || (mode !== "ignore" && source.isSuspicious(run))
      ? diagnosed(schema, source.text(), run, largeIntegers)
      : [];
  if (hasLarge && largeIntegers === "bigint") decoded = runDecoder(schema, source.exact(), newRun());
  if (mode === "strict" && warnings.length > 0) throw new StrictDecodingError(warnings);
  return { value: decoded, warnings: mode === "warn" ? warnings : [] };
}

function runDecoder(schema: TypeSchema, value: unknown, run: DecodeRun): unknown {
  return inStack(() => decoderOf(schema)(value, run));
}

/**
 * Calls a recursive function.
 * @throws UnmarshalError if the function exceeds the call stack
 */
function inStack<T>(recursive: () => T): T {
  try {
    return recursive();
  } catch (error) {
    if (error instanceof RangeError) throw new UnmarshalError(tooDeep);
    throw error;
  }
}

/**
 * Reports whether the document must be diagnosed, because it may contain unknown fields, duplicate
 * keys or integers written as `1.0`. With duplicate keys, the document has more keys than its
 * parsed value.
 */
function isSuspicious(run: DecodeRun, text: string): boolean {
  if (run.unknown) return true;
  if (run.keys > 0 && !run.listedNumbers && isSurelyPlain(text, run.keys)) return false;
  const facts = scanString(text);
  return facts.hasOddInteger || facts.keys !== run.keys;
}

function diagnosed(schema: TypeSchema, text: string, run: DecodeRun, largeIntegers: LargeIntegers): readonly string[] {
  const findings = diagnose(schema, text, largeIntegers);
  if (findings.typeError !== undefined) throw findings.typeError;
  if (run.failed) throw new UnmarshalError(`json: cannot unmarshal the value into Go value of type ${schema.name}`);
  return findings.strictErrors();
}
