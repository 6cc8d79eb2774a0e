import { encodeUTF8 } from "../../util/text-of-bytes.js";
import { goQuote } from "../../util/go-quote.js";
import { compareByCodePoints } from "../../util/compare-keys.js";
import { scalarText } from "./conversions.js";
import { printed, typeOfValue } from "../values/describe.js";
import { EvaluationError, ListValue, MapValue, type Result, type Value } from "../values/value.js";
import { clauseOf, piecesOf, type Clause } from "../types/format-clauses.js";
import { CELBytes, CELDuration, CELTimestamp, CELType, CELUint } from "../values/classes.js";
import { fixedString, localizedFixed, localizedScientific } from "./number-text.js";

/**
 * Returns a format string in which arguments replace the clauses. Returns an error for a wrong
 * clause, and for a missing or wrong argument.
 */
export function formatted(text: string, given: ListValue): Result {
  let result = "";
  let used = 0;
  for (const piece of piecesOf(text)) {
    if (typeof piece === "string") {
      result += piece;
      continue;
    }
    if (used >= given.size) return new EvaluationError(`index ${String(used)} out of range`);
    if (piece.isIncomplete) return new EvaluationError("unexpected end of string");
    const clause = clauseOf(piece);
    if (typeof clause === "string") return new EvaluationError(clause);
    const { letter = "", precision = ".6" } = piece;
    const part = formattedValue(given.at(used++), clause, letter, Number(precision.slice(1)));
    if (part instanceof EvaluationError) return new EvaluationError(`error during formatting: ${part.message}`);
    result += part;
  }
  return result;
}

type Text = string | EvaluationError;

const special: Readonly<Record<string, number>> = {
  NaN: Number.NaN,
  Infinity: Number.POSITIVE_INFINITY,
  "-Infinity": Number.NEGATIVE_INFINITY,
};

function formattedValue(value: Result, { kinds, fault }: Clause, letter: string, precision: number): Text {
  if (value instanceof EvaluationError) return new EvaluationError(`${fault}, was given error`);
  const { kind, name } = typeOfValue(value);
  const isFloating = letter === "f" || letter === "e";
  const number = isFloating && typeof value === "string" ? special[value] : value;
  if (!kinds.includes(kind) || number === undefined) return new EvaluationError(`${fault}, was given ${name}`);
  return formatters[letter]?.(number, precision) ?? "";
}

/** The functions that format values, by the letters of clauses. */
const formatters: Readonly<Record<string, (value: Value, precision: number) => Text>> = {
  s: stringText,
  f: (value, precision) => localizedFixed(Number(value), precision),
  e: (value, precision) => localizedScientific(Number(value), precision),
  x: hexText,
  X: (value) => hexText(value).toUpperCase(),
  b: (value) => integerText(value, 2),
  d: (value) => integerText(value, 10),
  o: (value) => integerText(value, 8),
};

function integerText(value: Value, radix: number): string {
  const integer = value instanceof CELUint ? value.value : value;
  return typeof integer === "bigint" ? integer.toString(radix) : integer === true ? "1" : "0";
}

function hexText(value: Value): string {
  const bytes = typeof value === "string" ? encodeUTF8(value) : value instanceof CELBytes ? value.value : undefined;
  if (bytes === undefined) return integerText(value, 16);
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

function stringText(value: Value): Text {
  if (value === null) return "null";
  if (value instanceof ListValue) return listText(value);
  if (value instanceof MapValue) return mapText(value);
  if (value instanceof CELType) return value.name;
  const text = scalarText(value);
  if (text instanceof EvaluationError)
    return new EvaluationError(`could not convert argument ${goQuote(text.message)} to string`);
  return text;
}

function listText(list: ListValue): Text {
  const parts: string[] = [];
  for (const item of list) {
    const part = nestedText(item);
    if (part instanceof EvaluationError) return part;
    parts.push(part);
  }
  return `[${parts.join(", ")}]`;
}

function mapText(map: MapValue): Text {
  const entries: (readonly [key: string, value: string])[] = [];
  for (const key of map.keys()) {
    if ((typeof key === "object" && !(key instanceof CELUint)) || typeof key === "number")
      return new EvaluationError(`no formatting function for map key of type ${typeOfValue(key).name}`);
    const value = nestedText(map.get(key) as Result);
    if (value instanceof EvaluationError) return value;
    entries.push([typeof key === "string" ? goQuote(key) : printed(key), value]);
  }
  entries.sort(([a], [b]) => compareByCodePoints(a, b));
  return `{${entries.map(([key, value]) => `${key}:${value}`).join(", ")}}`;
}

/**
 * Returns a value inside a list or a map as a literal of CEL; an error for a value of a type that
 * cannot be formatted.
 */
function nestedText(value: Result): Text {
  if (value instanceof EvaluationError) return new EvaluationError("no formatting function for error");
  if (typeof value === "number") return Number.isFinite(value) ? fixedString(value, 6) : goQuote(printed(value));
  const { kind, name } = typeOfValue(value);
  if (kind === "struct" || kind === "opaque") return new EvaluationError(`no formatting function for ${name}`);
  const text = stringText(value);
  if (text instanceof EvaluationError) return text;
  if (value instanceof CELTimestamp) return `timestamp(${goQuote(text)})`;
  if (value instanceof CELDuration) return `duration(${goQuote(text)})`;
  if (value instanceof CELBytes) return `b${goQuote(text)}`;
  return typeof value === "string" ? goQuote(text) : text;
}
