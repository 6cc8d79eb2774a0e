import { isDigit } from "../../json/scan.js";
import type { ByteSource } from "./byte-source.js";

/**
 * Reads a JSON number with the rules and the error messages of json-iterator.
 *
 * @param operation the name of the json-iterator function, which error messages contain
 */
export function readNumber(source: ByteSource, operation = "readFloat64"): number {
  const isNegative = source.readToken() === 0x2d;
  if (!isNegative) source.unread();
  const value = readPositive(source, operation);
  return isNegative ? -value : value;
}

function readPositive(source: ByteSource, operation: string): number {
  const problem = problemAtStart(source);
  if (problem !== undefined) {
    source.report(operation, problem);
    return 0;
  }
  const text = readDigits(source);
  return source.hasFailed() ? 0 : numberOf(source, text, operation);
}

/** Reads the characters that can occur in a number. Reports an error if there are none. */
function readDigits(source: ByteSource): string {
  const text = source.readWhile((byte) => isDigit(byte) || "+-.eE".includes(String.fromCharCode(byte)));
  if (text === "" && !source.hasFailed()) source.report("readNumberAsString", "invalid number");
  return text;
}

function problemAtStart(source: ByteSource): string | undefined {
  const first = source.peek();
  if (first === undefined) return undefined;
  const character = String.fromCharCode(first);
  if (",]} \t\n".includes(character)) return "empty number";
  if (character === ".") return "leading dot is invalid";
  const second = source.peek(1);
  return character === "0" && second !== undefined && isDigit(second) ? "leading zero is invalid" : undefined;
}

function numberOf(source: ByteSource, text: string, operation: string): number {
  const problem = problemOf(text);
  if (problem !== undefined) {
    source.report(`${operation}SlowPath`, problem);
    return 0;
  }
  const isNumber = number.test(text);
  const value = isNumber ? Number(text) : NaN;
  if (Number.isFinite(value)) return value;
  source.error = `strconv.ParseFloat: parsing "${text}": ${isNumber ? "value out of range" : "invalid syntax"}`;
  return 0;
}

function problemOf(text: string): string | undefined {
  if (text.startsWith("-")) return "-- is not valid";
  const dot = text.indexOf(".");
  if (dot === -1) return undefined;
  if (dot === text.length - 1) return "dot can not be last character";
  return isDigit(text.charCodeAt(dot + 1)) ? undefined : "missing digit after dot";
}

const number = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?$/;

/** Skips a JSON number whose first character was already read. */
export function skipNumber(source: ByteSource): void {
  if (skipsPlainNumber(source)) return;
  source.unread();
  if (source.hasFailed()) return;
  readNumber(source);
  if (!source.hasFailed()) return;
  // After an error, json-iterator reads a number again at the current position.
  source.error = undefined;
  const rest = readDigits(source);
  if (!source.hasFailed() && !number.test(rest)) source.error = `expected end of string, found ${rest}`;
}

/**
 * Skips a number that consists of digits and at most one decimal point. Returns false, without
 * skipping, if the number may have another form. Reports an error for an invalid decimal point, and
 * then returns true.
 */
function skipsPlainNumber(source: ByteSource): boolean {
  let hasPoint = false;
  for (let at = 0; ; at++) {
    const byte = source.peek(at);
    if (byte === undefined) return false;
    if (isDigit(byte)) continue;
    if (byte === 0x2e) {
      const problem = pointProblem(hasPoint, source.peek(at + 1));
      if (problem === "") return false;
      hasPoint = true;
      if (problem === undefined) continue;
      source.report("validateNumber", problem);
      return true;
    }
    if (at === 0 || !",]} \t\n\r".includes(String.fromCharCode(byte))) return false;
    for (let step = 0; step < at; step++) source.step();
    return true;
  }
}

/**
 * Returns the message for an invalid decimal point; undefined for a valid point. At the end of the
 * block, where the next byte is not known, returns an empty string.
 */
function pointProblem(hasPoint: boolean, next: number | undefined): string | undefined {
  if (hasPoint) return "more than one dot found in number";
  if (next === undefined) return "";
  return isDigit(next) ? undefined : "missing digit after dot";
}
