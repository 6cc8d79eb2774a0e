import { visibleText } from "../util/visible.js";

/**
 * Escapes of comments: a backslash before a character that would have another meaning. The escapes
 * of a string are themselves escaped, so reading returns exactly the string that was written.
 */

/** Returns a string for a block comment: `*\/` in place of the end of the comment. */
export function escapeBlock(text: string): string {
  return text.replace(/\*(?=\\*\/)/g, "*\\");
}

/** Returns the text that a line of a block comment represents: the reverse of `escapeBlock`. */
export function unescapeBlock(text: string): string {
  return text.includes("*\\") ? text.replace(/\*\\(?=\\*\/)/g, "*") : text;
}

/** Beginnings of lines that are a marker, a tag or a fence, or that end a description. */
const special = String.raw`(?:[+@]\S|TODO|---\s*$|${"```"}|~~~)`;
const atStart = new RegExp(String.raw`^(\s*)(?=\\*${special})`);
const escapedAtStart = new RegExp(String.raw`^(\s*)\\(?=\\*${special})`);

/** Backslashes at the end of a line. One of them continues the line. */
const atEnd = /(?<=[^\s\\])\\+$/;
const escapedAtEnd = /(?<=[^\s\\]\\+)\\$/;
const continued = /(?<=[^\s\\])\\$/;

/** Returns a line that is read as a part of a description: `\+default=5`, `\@example`. */
export function escapeLine(line: string): string {
  return line
    .replace(atStart, "$1\\")
    .replace(/\{(?=\\*@link)/g, "{\\")
    .replace(atEnd, "$&\\");
}

/**
 * Returns lines of a description with continued lines as one: a backslash directly after a word at
 * the end of a line represents a blank in place of the line break.
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

/** Returns the text that a line of a description represents: the reverse of `escapeLine`. */
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
 * Returns the content of a string in double quotes: the escapes of JSON are replaced. A backslash
 * before any other character is left out.
 */
export function unescapeQuoted(content: string): string {
  return content.replace(/\\(?:u([\dA-Fa-f]{4})|(.))/gs, (_, code: string | undefined, character: string) =>
    code === undefined ? (letters.get(character) ?? character) : String.fromCharCode(Number.parseInt(code, 16)),
  );
}

/**
 * Returns a JSON value as code or as the value of a marker. Every reader reads the result as one
 * line, and no character in it changes the direction of the line.
 */
export function unescapeLiteral(value: unknown): string {
  return visibleText(JSON.stringify(value));
}
