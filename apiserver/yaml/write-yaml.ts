import { parseExactJSON } from "@apimachinery/runtime";
import { yamlScalar } from "./scalar-text.js";

/**
 * Converts a JSON text to YAML in the form of Kubernetes: keys are sorted, and the items of a list
 * have the indent of its key. Every reader of YAML reads the same values again.
 */
export function writeYAML(json: string): string {
  const value = parseExactJSON(json);
  return `${isBlock(value) ? blockText(value, 0) : inlineText(value, 2)}\n`;
}

type Block = readonly unknown[] | Readonly<Record<string, unknown>>;

/** Reports whether a value is a list or map that is not empty, which begins on a new line. */
function isBlock(value: unknown): value is Block {
  return typeof value === "object" && value !== null && Object.keys(value).length > 0;
}

/** Returns the lines of a list or map. The first line has no indent. */
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
