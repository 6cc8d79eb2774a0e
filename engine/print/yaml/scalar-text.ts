import { isOtherType } from "./is-other-type.js";

/**
 * The position of a scalar: the key of a map, or a value that begins at a column and whose further
 * lines have an indent.
 */
export type ScalarPlace =
  | { readonly kind: "key" }
  | { readonly kind: "value"; readonly column: number; readonly indent: number };

/** Column after which a line is folded at the next space. */
const width = 80;

/**
 * Returns a string as a YAML scalar in the style of Go's YAML library. A value of several lines is
 * a literal block, unless it contains special characters or spaces at the ends of lines. Any other
 * string has no quotes if it is then read as the same string, and otherwise has quotes.
 */
export function goYAMLScalar(text: string, place: ScalarPlace): string {
  if (text.includes("\n"))
    return place.kind === "value" && mayBeLiteral(text) ? literal(text, place.indent) : doubleQuoted(text, place);
  if (isOtherType(text) || special.test(text)) return doubleQuoted(text, place);
  return isPlain(text) ? folded(text, place, 0) : singleQuoted(text, place);
}

/**
 * Matches a character that requires double quotes. U+2028 and U+2029 are line breaks in YAML 1.1,
 * but not in YAML 1.2.
 */
const special = /[^\n\x20-\x7e\u00a0-\u2027\u202a-\ud7ff\ue000-\ufefe\uff00-\ufffd]|[\ud800-\udfff]/u;

function mayBeLiteral(text: string): boolean {
  return !special.test(text) && !/ ($|\n)/.test(text);
}

function isPlain(text: string): boolean {
  if (/^(---|\.\.\.)/.test(text) || /^ | $/.test(text)) return false;
  if (/^[#,[\]{}&*!|>'"%@`]/.test(text) || /^[-?:]( |$)/.test(text)) return false;
  return !/:( |$)/.test(text.slice(1)) && !/ #/.test(text);
}

function literal(text: string, indent: number): string {
  const hint = /^[ \n]/.test(text) ? "2" : "";
  const end = !text.endsWith("\n") ? "-" : text === "\n" || text.endsWith("\n\n") ? "+" : "";
  const lines = (text.endsWith("\n") ? text.slice(0, -1) : text).split("\n");
  return [`|${hint}${end}`, ...lines.map((line) => (line === "" ? "" : " ".repeat(indent) + line))].join("\n");
}

function singleQuoted(text: string, place: ScalarPlace): string {
  const inner = folded(text, place, 1).replaceAll("'", "''");
  return `'${inner}'`;
}

/**
 * Folds a string into lines. A single space beyond the maximum width becomes a line break.
 * @param quotes 1 if the string will be in single quotes; its first and last character are then not
 * replaced
 */
function folded(text: string, place: ScalarPlace, quotes: 0 | 1): string {
  if (place.kind === "key") return text;
  const characters = Array.from(text);
  let column = place.column + quotes;
  let result = "";
  characters.forEach((character, at) => {
    const isSingle = character === " " && characters[at - 1] !== " " && characters[at + 1] !== " ";
    const isInside = quotes === 0 || (at > 0 && at < characters.length - 1);
    if (isSingle && isInside && column > width) {
      result += `\n${" ".repeat(place.indent)}`;
      column = place.indent;
    } else {
      result += character;
      column += quotes === 1 && character === "'" ? 2 : 1;
    }
  });
  return result;
}

const escapes: ReadonlyMap<string, string> = new Map([
  ["\0", "0"],
  ["\x07", "a"],
  ["\b", "b"],
  ["\t", "t"],
  ["\n", "n"],
  ["\v", "v"],
  ["\f", "f"],
  ["\r", "r"],
  ["\x1b", "e"],
  ['"', '"'],
  ["\\", "\\"],
  ["\x85", "N"],
  ["\u2028", "L"],
  ["\u2029", "P"],
]);

function doubleQuoted(text: string, place: ScalarPlace): string {
  const characters = Array.from(text);
  let column = place.kind === "key" ? Number.NEGATIVE_INFINITY : place.column + 1;
  let result = "";
  characters.forEach((character, at) => {
    const isInside = at > 0 && at < characters.length - 1;
    if (place.kind === "value" && character === " " && characters[at - 1] !== " " && isInside && column > width) {
      const isBeforeSpace = characters[at + 1] === " ";
      result += `\n${" ".repeat(place.indent)}${isBeforeSpace ? "\\" : ""}`;
      column = place.indent + (isBeforeSpace ? 1 : 0);
      return;
    }
    const written = escaped(character);
    result += written;
    column += written.length;
  });
  return `"${result}"`;
}

function escaped(character: string): string {
  const short = escapes.get(character);
  if (short !== undefined) return `\\${short}`;
  if (!special.test(character)) return character;
  const code = character.codePointAt(0) ?? 0;
  const hex = code.toString(16).toUpperCase();
  return code <= 0xff
    ? `\\x${hex.padStart(2, "0")}`
    : code <= 0xffff
      ? `\\u${hex.padStart(4, "0")}`
      : `\\U${hex.padStart(8, "0")}`;
}
