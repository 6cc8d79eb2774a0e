import { visibleText } from "../util/visible.js";

/**
 * Functions that escape strings for comments: a backslash precedes each character that would have
 * another meaning. Escapes that the string already contains are escaped too, so that unescaping
 * returns exactly the original string.
 */

/** Escapes a string for a block comment. In the result, `*\/` replaces each end of a comment. */
export function escapeBlock(text: string): string {
  return text.replace(/\*(?=\\*\/)/g, "*\\");
}

/** Returns the original text of a line that `escapeBlock` has returned. */
export function unescapeBlock(text: string): string {
  return text.includes("*\\") ? text.replace(/\*\\(?=\\*\/)/g, "*") : text;
}

/**
 * Matches beginnings of lines that would be a marker, a tag or a code fence, or would end a
 * description.
 */
const special = String.raw`(?:[+@]\S|TODO|---\s*$|${"```"}|~~~)`;
const atStart = new RegExp(String.raw`^(\s*)(?=\\*${special})`);
const escapedAtStart = new RegExp(String.raw`^(\s*)\\(?=\\*${special})`);

/** Matches backslashes at the end of a line. A single backslash there continues the line. */
const atEnd = /(?<=[^\s\\])\\+$/;
const escapedAtEnd = /(?<=[^\s\\]\\+)\\$/;
const continued = /(?<=[^\s\\])\\$/;

/**
 * Escapes a line of a description so that it is not read as a marker or tag: `\+default=5`,
 * `\@example`.
 */
export function escapeLine(line: string): string {
  return line
    .replace(atStart, "$1\\")
    .replace(/\{(?=\\*@link)/g, "{\\")
    .replace(atEnd, "$&\\");
}

/**
 * Returns lines of a description in which continued lines are joined. A backslash directly after a
 * word at the end of a line continues the line, and is replaced by a blank.
 */
export function withoutContinuations(lines: readonly string[]): readonly string[] {
  const joined: string[] = [];
  let start = "";
  lines.forEach((line, index) => {
    if (index < lines.length - 1 && continued.test(line)) start += line.replace(continued, " ");
    else {
      joined.push(start + line);
      start = "";
    }
  });
  return joined;
}

/** Returns the original text of a line that `escapeLine` has returned. */
export function unescapeLine(line: string): string {
  if (!line.includes("\\")) return line;
  return line
    .replace(escapedAtStart, "$1")
    .replace(/\{\\(?=\\*@link)/g, "{")
    .replace(escapedAtEnd, "");
}

const letters: ReadonlyMap<string, string> = new Map([
  ["n", "\n"],
  ["t", "\t"],
  ["r", "\r"],
  ["b", "\b"],
  ["f", "\f"],
]);

/**
 * Returns the content of a string in double quotes. Replaces the escapes of JSON, and removes a
 * backslash before any other character.
 */
export function unescapeQuoted(content: string): string {
  return content.replace(/\\(?:u([\dA-Fa-f]{4})|(.))/gs, (_, code: string | undefined, character: string) =>
    code === undefined ? (letters.get(character) ?? character) : String.fromCharCode(Number.parseInt(code, 16)),
  );
}

/**
 * Returns a JSON value as code or as the value of a marker, in one line. Invisible characters, such
 * as line terminators and characters that change the text direction, are escaped.
 */
export function unescapeLiteral(value: unknown): string {
  return visibleText(JSON.stringify(value));
}
