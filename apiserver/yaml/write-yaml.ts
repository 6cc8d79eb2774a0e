import { parseExactJSON } from "@apimachinery/runtime";
import { yamlScalar } from "./scalar-text.js";

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
