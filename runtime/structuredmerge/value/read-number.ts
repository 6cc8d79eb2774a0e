import type { ByteSource } from "./byte-source.js";
import { isDigit } from "./read-json.js";

/** Reads a JSON number with the rules and the error texts of json-iterator. */
export function readNumber(source: ByteSource): number {
  const isNegative = source.readToken() === 0x2d;
  if (!isNegative) source.unread();
  const value = readPositive(source);
  return isNegative ? -value : value;
}

function readPositive(source: ByteSource): number {
  const problem = problemAtStart(source);
  if (problem !== undefined) {
    source.report("readFloat64", problem);
    return 0;
  }
  const text = source.readWhile((byte) => isDigit(byte) || "+-.eE".includes(String.fromCharCode(byte)));
  if (source.hasFailed()) return 0;
  if (text === "") source.report("readNumberAsString", "invalid number");
  return source.hasFailed() ? 0 : numberOf(source, text);
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

function numberOf(source: ByteSource, text: string): number {
  const problem = problemOf(text);
  if (problem !== undefined) {
    source.report("readFloat64SlowPath", problem);
    return 0;
  }
  const isNumber = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?$/.test(text);
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
