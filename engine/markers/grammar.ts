import type { Marker, MarkerDefinition, MarkerValue } from "./marker.js";
import { unescapeQuoted } from "./escapes.js";
import type { Position } from "../base/problem.js";

export type ParsedMarker =
  | { readonly marker: Marker }
  /** `offset` is relative to the `+` of the outermost marker. */
  | { readonly error: string; readonly offset: number };

/**
 * Returns the definition of a marker by its name. If the definition has `raw`, the parser does not
 * change the value.
 */
export type FindDefinition = (name: string) => MarkerDefinition | undefined;

const nameAt = /[A-Za-z_][A-Za-z0-9_.:-]*(?:\[\d+\][A-Za-z0-9_.:-]*)*/y;
const numberAt = /[+-]?(?:0[xX][0-9a-fA-F]+|0[oO][0-7]+|0[bB][01]+|[0-9]+)(?![A-Za-z0-9_])/y;
const wordAt = /[A-Za-z_][A-Za-z0-9_.-]*/y;

/**
 * Parses one marker: `+name`, then `(argument)` or `(name: value, …)`, then `=value` or `=+marker`.
 * Blanks are allowed only after `,`, `:` and `=`, and text after ` #` is a comment. If the
 * definition has `raw`, the value is the whole rest of the line instead.
 *
 * @param text text that starts with the `+` of the marker
 * @param position position of the marker's `+`
 */
export function parseMarker(text: string, position: Position, find: FindDefinition): ParsedMarker {
  return parseAt(text, 0, position, find);
}

function parseAt(text: string, start: number, position: Position, find: FindDefinition): ParsedMarker {
  const found = match(nameAt, text, start + 1);
  if (found === undefined) return { error: "a name is missing after `+`", offset: start };
  const name = found.replace(/:+$/, "");
  let at = start + 1 + found.length;
  const definition = find(name);
  const place: Position = { ...position, column: position.column + start };
  let args: NonNullable<Marker["args"]> | undefined;
  if (text[at] === "(" && definition?.raw !== true) {
    const parsed = parseArguments(text, at);
    if ("error" in parsed) return parsed;
    args = parsed.args;
    at = parsed.end;
  }
  const head = { name, ...(args === undefined ? {} : { args }), position: place };
  const rest = text.slice(at);
  if (definition?.raw === true) {
    const value = /^(=|>|\()/.test(rest) ? rest.slice(rest.startsWith("(") ? 0 : 1).trim() : undefined;
    if (value === undefined && rest.trim() !== "") return { error: "unexpected text after the marker", offset: at };
    return { marker: { ...head, ...(value === undefined ? {} : { value }) } };
  }
  if (rest.startsWith("=+")) {
    const then = parseAt(text, at + 1, position, find);
    return "error" in then ? then : { marker: { ...head, then: then.marker } };
  }
  if (rest.startsWith("=")) {
    const value = parseValue(text, at + 1, name.startsWith("k8s:"));
    return "error" in value ? value : { marker: { ...head, value: value.text } };
  }
  if (isEnd(rest)) return { marker: head };
  const blanks = rest.length - rest.trimStart().length;
  const next = rest.trimStart();
  if (blanks > 0 && /^[(=]/.test(next))
    return { error: `unexpected blank before \`${next[0] as string}\``, offset: at };
  if (next.startsWith("+")) return { error: "a line can contain only one marker", offset: at + blanks };
  return { error: "unexpected text after the marker", offset: at + blanks };
}

function parseValue(
  text: string,
  start: number,
  isStrict: boolean,
): { readonly text: string } | { readonly error: string; readonly offset: number } {
  let at = start;
  while (text[at] === " " || text[at] === "\t") at++;
  const quote = text[at];
  if (quote === '"' || quote === "`") {
    const end = closingQuote(text, at);
    if (end === undefined) return { error: "the quoted string is not closed", offset: at };
    const escape = isStrict && quote === '"' ? /^(?:[^\\]|\\["\\])*(\\[^"\\])/.exec(text.slice(at, end)) : null;
    if (escape !== null)
      return {
        error: `\`${escape[1] ?? ""}\` is not an escape: write \`\\\\\` for a backslash`,
        offset: at + escape[0].length - 2,
      };
    if (isEnd(text.slice(end))) return { text: text.slice(at, end) };
    // A quoted string may be followed by other strings of a list, `"a","b"` or `"a";"b"`. The list
    // is one value.
    if (!/^[,;:=]/.test(text.slice(end))) return { error: "unexpected text after the value", offset: end };
  }
  const rest = text.slice(at);
  const comment = commentStart(rest);
  const value = (comment === undefined ? rest : rest.slice(0, comment)).trimEnd();
  const blank = blankOutsideQuotes(value);
  if (blank !== undefined) return { error: "unexpected text after the value", offset: at + blank };
  return { text: value };
}

function parseArguments(
  text: string,
  open: number,
):
  | { readonly args: NonNullable<Marker["args"]>; readonly end: number }
  | { readonly error: string; readonly offset: number } {
  const args: { name: string; value: MarkerValue }[] = [];
  let at = open + 1;
  if (text[at] === ")") return { args, end: at + 1 };
  for (;;) {
    const start = at;
    const label = match(wordAt, text, at);
    let name = "";
    if (label !== undefined && text[at + label.length] === ":") {
      name = label;
      at = skipBlanks(text, at + label.length + 1);
    }
    const value = parseArgument(text, at);
    if ("error" in value) return value;
    if (args.length > 0 && (name === "" || args[0]?.name === "")) {
      return { error: "each of several arguments must have the form `name: value`", offset: start };
    }
    if (args.some((other) => other.name === name))
      return { error: `the argument \`${name}\` occurs twice`, offset: start };
    args.push({ name, value: value.value });
    at = value.end;
    const next = skipBlanks(text, at);
    if (next > at && /[,)]/.test(text[next] ?? ""))
      return { error: `unexpected blank before \`${text[next] ?? ""}\``, offset: at };
    if (text[at] === ")") return { args, end: at + 1 };
    if (text[at] !== ",") {
      return at >= text.length
        ? { error: "a `)` is missing", offset: at }
        : { error: "a `,` or `)` is missing", offset: at };
    }
    at = skipBlanks(text, at + 1);
  }
}

function parseArgument(
  text: string,
  at: number,
): { readonly value: MarkerValue; readonly end: number } | { readonly error: string; readonly offset: number } {
  const quote = text[at];
  if (quote === '"' || quote === "`") {
    const end = closingQuote(text, at);
    if (end === undefined) return { error: "the quoted string is not closed", offset: at };
    return { value: unquote(text.slice(at, end)), end };
  }
  const number = match(numberAt, text, at);
  if (number !== undefined) return { value: toNumber(number), end: at + number.length };
  const word = match(wordAt, text, at);
  if (word === undefined) return { error: "a value is missing", offset: at };
  return { value: word === "true" ? true : word === "false" ? false : word, end: at + word.length };
}

/**
 * Returns the content of a quoted string. Replaces the escapes of JSON in double quotes, and
 * escaped quotes and backslashes in back quotes. Returns text without quotes unchanged.
 */
export function unquote(text: string): string {
  const quote = text[0];
  if (text.length < 2 || (quote !== '"' && quote !== "`") || !text.endsWith(quote)) return text;
  const content = text.slice(1, -1);
  return quote === '"' ? unescapeQuoted(content) : content.replace(/\\(["`\\])/g, "$1");
}

function closingQuote(text: string, open: number): number | undefined {
  const quote = text[open];
  for (let at = open + 1; at < text.length; at++) {
    if (text[at] === "\\") at++;
    else if (text[at] === quote) return at + 1;
  }
  return undefined;
}

function commentStart(text: string): number | undefined {
  const at = text.search(/(^|\s)#(\s|$)/);
  return at < 0 ? undefined : at;
}

function blankOutsideQuotes(text: string): number | undefined {
  for (let at = 0; at < text.length; at++) {
    const char = text[at] as string;
    if (char === '"' || char === "`") at = (closingQuote(text, at) ?? text.length) - 1;
    else if ((char === " " || char === "\t") && text[at - 1] !== ",") return at;
  }
  return undefined;
}

function isEnd(text: string): boolean {
  return text.trim() === "" || /^\s+#(\s|$)/.test(text);
}

function skipBlanks(text: string, at: number): number {
  let next = at;
  while (text[next] === " " || text[next] === "\t") next++;
  return next;
}

function toNumber(text: string): number {
  const negative = text.startsWith("-");
  const magnitude = Number(text.replace(/^[+-]/, ""));
  return negative ? -magnitude : magnitude;
}

function match(pattern: RegExp, text: string, at: number): string | undefined {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0];
}
