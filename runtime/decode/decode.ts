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
 * Treatment of unknown and duplicate fields, as Kubernetes' fieldValidation: `strict` throws an
 * error, `warn` returns warnings.
 */
export type DecodeMode = "strict" | "warn" | "ignore";

/**
 * Treatment of integers beyond ±(2^53 - 1) in parts without a type (`unknown`, `JSONValue`,
 * `RawExtension`). `refuse` throws an error. `bigint` keeps their digits as `bigint`, for objects
 * that another server stores. `number` reads them as `JSON.parse` does, for texts that JavaScript
 * has printed. In fields of a type, a number that would change is an error in the first two.
 */
export type LargeIntegers = "refuse" | "bigint" | "number";

export interface Decoded<T> {
  readonly value: T;
  /** Unknown and duplicate fields, which mode `strict` refuses. Empty except in mode `warn`. */
  readonly warnings: readonly string[];
}

/**
 * Decodes a JSON text as a type. Absent and null required fields get the zero of their type. Null
 * optional fields become absent. Unknown fields are dropped. Times and quantities become canonical.
 * Members of literal unions are not checked. In mode `ignore`, integers can be written as `1.0` or
 * `1e3`; Go refuses this notation.
 * @throws UnmarshalError with Go's error text, for a text that is not JSON or has a value of a
 * wrong type
 * @throws LargeNumberError for a number that would change
 * @throws StrictDecodingError in mode `strict`
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
 * Decodes a parsed JSON value as `decodeJSON` does. The value is not mutated. Each `bigint` in it
 * stays, and no number is refused for its size.
 */
export function decodeValue<T>(schema: Schema<T>, value: unknown, mode: DecodeMode): Decoded<T> {
  const { copy, source, hasBigInt } = copiedValue(value);
  return decodeFrom(source, schema, copy, mode, hasBigInt ? "bigint" : "number") as Decoded<T>;
}

/** The document of a parsed value, for questions that the value does not answer. */
export interface ValueSource {
  /** Returns the value as JSON with all of its digits, and without lone surrogates. */
  text(): string;
  /** Returns a new value in which each integer beyond ±(2^53 - 1) is a `bigint`. */
  exact(): unknown;
  /**
   * Reports whether the document may have unknown fields, duplicate keys, or integers such as
   * `1.0`.
   */
  isSuspicious(run: DecodeRun): boolean;
}

/** Returns the source of a value that was parsed from JSON without lone surrogates. */
export function jsonSource(text: string): ValueSource {
  return { text: () => text, exact: () => readExactly(text), isSuspicious: (run) => isSuspicious(run, text) };
}

/** A copy of a value that the decoder may change, and the source of the copy. */
export interface CopiedValue {
  readonly copy: unknown;
  readonly source: ValueSource;
  readonly hasBigInt: boolean;
}

/**
 * Returns a copy of a JSON value, for a value that is not a document. The value is printed only
 * after the decoder has found a problem. It must not be changed before.
 * @throws UnmarshalError for a value that is nested deeper than the call stack allows
 */
export function copiedValue(value: unknown): CopiedValue {
  const { value: copy, hasBigInt, hasLiteral } = inStack(() => parsedCopy(value, "number"));
  const source: ValueSource = {
    text: () => wellFormedJSON(stringifyJSON(value)),
    exact: () => parsedCopy(value, "bigint").value,
    // Only a literal can be an integer such as `1.0`. A value has no duplicate keys.
    isSuspicious: (run) => run.unknown || hasLiteral,
  };
  return { copy, source, hasBigInt };
}

/**
 * Parses JSON with Go's error messages.
 * @throws UnmarshalError
 */
export function parseJSON(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new UnmarshalError(syntaxErrorText(text) ?? String(error));
  }
}

/**
 * Decodes a text as `decodeJSON` does, but does not parse it again.
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
 * Decodes a parsed value as `decodeJSON` does.
 * @param value value of the document; it is mutated
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

/** Calls a recursive function. @throws UnmarshalError if it exceeds the call stack */
function inStack<T>(recursive: () => T): T {
  try {
    return recursive();
  } catch (error) {
    if (error instanceof RangeError) throw new UnmarshalError(tooDeep);
    throw error;
  }
}

/**
 * Reports whether the text must be diagnosed, because it contains unknown fields, duplicate keys or
 * integers such as `1.0`. A text with duplicate keys has more keys than its parsed value.
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
