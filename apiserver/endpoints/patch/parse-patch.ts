import { NumberLiteral, readJSON, type JSONValue } from "@apimachinery/runtime";

/**
 * Matches a part of a number that has a fraction, an exponent or many digits. Also matches such
 * digits inside a JSON string.
 */
const oddNumber = /\d[.eE]|\d{16}/;

/**
 * Reports whether JSON may contain a number that JavaScript prints with other characters, such as
 * `1.0` or 9007199254740993.
 */
export function hasOddNumber(text: string): boolean {
  return oddNumber.test(text);
}

/**
 * Parses the JSON of a patch. A number that JavaScript prints with other characters becomes a
 * `NumberLiteral`: whether it is valid depends on the type of the patched field.
 * @throws SyntaxError for invalid JSON
 */
export function parsePatch(text: string): JSONValue {
  const value = JSON.parse(text) as JSONValue;
  return hasOddNumber(text) ? (readJSON(text, literalOf) as JSONValue) : value;
}

function literalOf(literal: string): number | NumberLiteral {
  const value = Number(literal);
  return String(value) === literal ? value : new NumberLiteral(literal);
}
