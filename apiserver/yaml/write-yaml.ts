import { parseExactJSON } from "@apimachinery/runtime";
import { resolveScalar } from "./go-scalars.js";

/**
 * Converts a JSON text to YAML in the style of Kubernetes: keys are sorted, and list items have the
 * same indent as the key of their list. All YAML parsers read the same values from the result.
 */
export function writeYAML(json: string): string {
  const value = parseExactJSON(json);
  return `${isBlock(value) ? blockText(value, 0) : inlineText(value, 2)}\n`;
}

type Block = readonly unknown[] | Readonly<Record<string, unknown>>;

/** Reports whether a value is a list or a map with entries. Such a value begins on a new line. */
function isBlock(value: unknown): value is Block {
  return typeof value === "object" && value !== null && Object.keys(value).length > 0;
}

/**
 * Returns the lines of a list or map. The first line is not indented, because the caller adds it to
 * an existing line.
 */
function blockText(value: Block, indent: number): string {
  const lines = Array.isArray(value)
    ? value.map((item) => `- ${isBlock(item) ? blockText(item, indent + 2) : inlineText(item, indent + 2)}`)
    : Object.entries(value)
        .sort(([a], [b]) => (a < b ? -1 : 1))
        .map(([key, item]) => `${yamlScalar(key, undefined)}:${memberText(item, indent)}`);
  return lines.join(`\n${" ".repeat(indent)}`);
}

function memberText(value: unknown, indent: number): string {
  if (!isBlock(value)) return ` ${inlineText(value, indent + 2)}`;
  const inner = Array.isArray(value) ? indent : indent + 2;
  return `\n${" ".repeat(inner)}${blockText(value, inner)}`;
}

function inlineText(value: unknown, indent: number): string {
  if (typeof value === "string") return yamlScalar(value, indent);
  return Array.isArray(value) ? "[]" : typeof value === "object" && value !== null ? "{}" : String(value);
}

/**
 * Matches strings that other YAML parsers do not read as strings, although Go does: merge and value
 * keys, numbers of base 60, numbers with misplaced underscores or too many digits, and times. The
 * generators of CustomResourceDefinitions quote the same strings.
 */
const otherType = new RegExp(
  [
    "<<|=",
    String.raw`[-+]?\d[\d_]*(?::[0-5]?\d)+(?:\.[\d_]*)?`,
    String.raw`(?:[-+]_*)?(?:\.[\d_]+|\d[\d_]*(?:\.[\d_]*)?)(?:[eE][-+]?[\d_]+)?`,
    String.raw`(?:[-+]_*)?0(?:[xX][\da-fA-F_]+|[oO][0-7_]+|[bB][-+]?[01_]+)`,
    String.raw`\d{4}-\d\d?-\d\d?(?:(?:[Tt]|[ \t]+)\d\d?:\d\d?:\d\d?(?:\.\d*)?(?:[ \t]*(?:Z|[-+]\d\d?(?::?\d\d)?))?)?`,
  ]
    .map((form) => `^(?:${form})$`)
    .join("|"),
);

/** Matches strings that YAML reads as syntax at their start, at their end or inside. */
const syntax = /^(?:---|\.\.\.|[-?:](?: |$)|[#,[\]{}&*!|>'"%@` ])|[: ]$|: | #/;
/** Matches characters that are only possible in a string in double quotes. */
const unprintable = /[^\n\x20-\x7e\u00a0-\u2027\u202a-\ud7ff\ue000-\ufefe\uff00-\ufffd]/;

/**
 * Returns a string as a YAML scalar. It has no quotes if all parsers read it as the same string.
 * Several lines become a literal block. All other strings are in double quotes.
 * @param indent number of spaces before the lines of a block; undefined if a block is not allowed,
 * as for keys
 */
export function yamlScalar(text: string, indent: number | undefined): string {
  if (unprintable.test(text)) return quoted(text);
  if (text.includes("\n")) return indent === undefined || / (?:$|\n)/.test(text) ? quoted(text) : block(text, indent);
  return syntax.test(text) || otherType.test(text) || resolveScalar(text).type !== "str" ? quoted(text) : text;
}

function block(text: string, indent: number): string {
  const body = text.replace(/\n$/, "");
  // A block needs an explicit indent if its first line begins with a space or is empty, because
  // parsers otherwise derive the indent from this line.
  const hint = /^[ \n]/.test(text) ? "2" : "";
  const chomping = body === text ? "-" : body === "" || body.endsWith("\n") ? "+" : "";
  return `|${hint}${chomping}\n${body.replace(/^(?=.)/gm, " ".repeat(indent))}`;
}

function quoted(text: string): string {
  const escaped = JSON.stringify(text).replace(
    /[^\x20-\x7e\u00a0-\u2027\u202a-\ud7ff\ue000-\ufefe\uff00-\ufffd]/gu,
    unicode,
  );
  // JSON.stringify escapes lone surrogates as `\ud800`. YAML does not support these escapes.
  return escaped.replace(/\\\\|\\u[dD][89a-fA-F][\da-f]{2}/g, (found) => (found === "\\\\" ? found : "\\uFFFD"));
}

function unicode(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  return code > 0xffff ? `\\U${code.toString(16).padStart(8, "0")}` : `\\u${code.toString(16).padStart(4, "0")}`;
}
