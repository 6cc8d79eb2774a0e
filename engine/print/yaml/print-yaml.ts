import { compareYAMLKeys } from "./compare-keys.js";
import { goYAMLScalar } from "./scalar-text.js";

/**
 * Returns a JSON value as YAML. The result has the same bytes as the output of Go's
 * sigs.k8s.io/yaml, with which Kubernetes' tools write manifests: keys are sorted, lists are not
 * indented, and long lines are folded. Properties with the value undefined are omitted.
 */
export function printYAML(value: unknown): string {
  return `${isBlock(value) ? blockText(value, 0) : inlineText(value, 0, 2)}\n`;
}

type Block = readonly unknown[] | { readonly [key: string]: unknown };

/** Reports whether a value is a non-empty list or map, which begins on a new line. */
function isBlock(value: unknown): value is Block {
  if (typeof value !== "object" || value === null) return false;
  return Array.isArray(value) ? value.length > 0 : entriesOf(value as { readonly [key: string]: unknown }).length > 0;
}

function entriesOf(value: { readonly [key: string]: unknown }): (readonly [string, unknown])[] {
  return Object.entries(value).filter(([, member]) => member !== undefined);
}

/** Returns the YAML of a list or map. All lines except the first are indented. */
function blockText(value: Block, indent: number): string {
  const lines = Array.isArray(value) ? itemLines(value, indent) : memberLines(value as Members, indent);
  return lines.join(`\n${" ".repeat(indent)}`);
}

type Members = { readonly [key: string]: unknown };

function itemLines(items: readonly unknown[], indent: number): string[] {
  return items.map((item) =>
    isBlock(item) ? `- ${blockText(item, indent + 2)}` : `- ${inlineText(item, indent + 2, indent + 2)}`,
  );
}

function memberLines(members: Members, indent: number): string[] {
  return entriesOf(members)
    .sort(([a], [b]) => compareYAMLKeys(a, b))
    .map(([key, value]) => {
      const head = `${goYAMLScalar(key, { kind: "key" })}:`;
      if (!isBlock(value)) return `${head} ${inlineText(value, indent + Array.from(head).length + 1, indent + 2)}`;
      // Items of a list have the same indent as the key.
      const inner = Array.isArray(value) ? indent : indent + 2;
      return `${head}\n${" ".repeat(inner)}${blockText(value, inner)}`;
    });
}

/**
 * Returns the YAML of a scalar, or of an empty list or map.
 * @param column column of the first character
 * @param indent indent of the further lines
 */
function inlineText(value: unknown, column: number, indent: number): string {
  if (typeof value === "string") return goYAMLScalar(value, { kind: "value", column, indent });
  if (typeof value === "number") return numberText(value);
  if (typeof value === "boolean") return String(value);
  return typeof value !== "object" || value === null ? "null" : Array.isArray(value) ? "[]" : "{}";
}

/**
 * Returns a number as Go prints it: an integer of 64 bits with all digits, and any other number by
 * the format `%g`.
 */
function numberText(value: number): string {
  if (Number.isInteger(value) && Math.abs(value) < 2 ** 63) return BigInt(value).toString();
  const [digits = "", exponent = "0"] = value.toExponential().split("e");
  const power = Number(exponent);
  if (power >= -4 && power < 6) return String(value);
  return `${digits}e${power < 0 ? "-" : "+"}${String(Math.abs(power)).padStart(2, "0")}`;
}
