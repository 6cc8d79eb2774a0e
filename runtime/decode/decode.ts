import type { Schema, TypeSchema } from "../schema.js";
import { decoderOf } from "./compile.js";
import { diagnose } from "./diagnose.js";
import { StrictDecodingError, UnmarshalError } from "./errors.js";
import { newRun, type Run } from "./run.js";
import { isSurelyPlain, scanText } from "./scan.js";
import { syntaxErrorText } from "./syntax-error.js";
import { wellFormedJSON } from "./well-formed.js";

/**
 * What becomes of unknown and duplicate fields, Kubernetes' fieldValidation: an error, a warning
 * for each, nothing.
 */
export type DecodeMode = "strict" | "warn" | "ignore";

export interface Decoded<T> {
  readonly value: T;
  /** What strict decoding would have refused; always empty but in mode `warn`. */
  readonly warnings: readonly string[];
}

/**
 * Decodes a JSON text as a type: required fields that are absent or null get their zero, optional
 * ones that are null are absent, unknown ones are dropped, times and quantities become canonical.
 * Members of literal unions are not checked. In mode `ignore` an integer may be written as `1.0` or
 * `1e3`, which Go never takes.
 * @throws UnmarshalError with Go's text for a text that is no JSON, or has a value of a wrong type
 * @throws StrictDecodingError in mode `strict`
 */
export function decodeJSON<T>(schema: Schema<T>, text: string, mode: DecodeMode): Decoded<T> {
  const wellFormed = wellFormedJSON(text);
  return decodeParsed(schema, parseJSON(wellFormed), wellFormed, mode) as Decoded<T>;
}

/** As `decodeJSON`, for a JSON value that was parsed from something else, and is not touched. */
export function decodeValue<T>(schema: Schema<T>, value: unknown, mode: DecodeMode): Decoded<T> {
  return decodeJSON(schema, JSON.stringify(value), mode);
}

/** `JSON.parse` with Go's messages. @throws UnmarshalError */
export function parseJSON(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new UnmarshalError(syntaxErrorText(text) ?? String(error));
  }
}

/**
 * As `decodeJSON`, for a text that was parsed already.
 * @param value what `JSON.parse` returned for `text`, which is taken over
 * @param text without surrogates that have no partner
 */
export function decodeParsed(schema: TypeSchema, value: unknown, text: string, mode: DecodeMode): Decoded<unknown> {
  const run = newRun();
  const decoded = runDecoder(schema, value, run);
  const warnings = run.failed || (mode !== "ignore" && isSuspicious(run, text)) ? diagnosed(schema, text, run) : [];
  if (mode === "strict" && warnings.length > 0) throw new StrictDecodingError(warnings);
  return { value: decoded, warnings: mode === "warn" ? warnings : [] };
}

function runDecoder(schema: TypeSchema, value: unknown, run: Run): unknown {
  try {
    return decoderOf(schema)(value, run);
  } catch (error) {
    if (error instanceof RangeError) throw new UnmarshalError("invalid character '[' exceeded max depth");
    throw error;
  }
}

/**
 * Whether the text has to be looked at closely: fewer keys in the value than in the text are
 * duplicates.
 */
function isSuspicious(run: Run, text: string): boolean {
  if (run.unknown) return true;
  if (run.keys > 0 && !run.listedNumbers && isSurelyPlain(text, run.keys)) return false;
  const facts = scanText(text);
  return facts.hasOddInteger || facts.keys !== run.keys;
}

function diagnosed(schema: TypeSchema, text: string, run: Run): readonly string[] {
  const findings = diagnose(schema, text);
  if (findings.typeError !== undefined) throw new UnmarshalError(findings.typeError);
  if (run.failed) throw new UnmarshalError(`json: cannot unmarshal the value into Go value of type ${schema.name}`);
  return findings.strictErrors();
}
