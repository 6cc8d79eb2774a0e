import type { Problem } from "../../../../engine/base/problem.js";
import { printPath, type DocumentPath, type DocumentSource } from "../schema.js";
import { importProblems } from "../problem-codes.js";

/** Maximum depth of nested lists and objects. Types have the same limit. */
const maxDocumentDepth = 1000;

/**
 * Reports a value that is nested more deeply than `maxDocumentDepth`. If there is none, reports
 * numbers that JavaScript cannot represent exactly: integers beyond ±(2^53 − 1), which would be
 * rounded, and numbers that would become infinite. Does not report rounded numbers with a fraction
 * or an exponent, because Kubernetes also reads them as float64.
 */
export function documentFaults(source: DocumentSource): readonly Problem[] {
  const { deep, suspects } = valuesIn(source.value);
  if (deep !== undefined) {
    const message = `${printPath(deep.slice(0, 3))}: the value is nested more than ${String(maxDocumentDepth)} levels deep, or contains itself`;
    return [{ ...importProblems.is("import/too-deep"), message, position: source.positionOf(deep) }];
  }
  return suspects.flatMap(([path, value]): readonly Problem[] => {
    const written = source.writtenAt(path) ?? String(value);
    if (Number.isFinite(value) && /[.eE]/.test(written)) return [];
    return [
      {
        ...importProblems.is("import/inexact-number"),
        message: `${printPath(path)}: ${written} is a number that JavaScript cannot represent exactly: the largest integer is 2^53 − 1`,
        hint: hintFor(path, written),
        position: source.positionOf(path),
      },
    ];
  });
}

/**
 * Returns the path of a value that is nested too deeply, and the numbers that may be inexact. YAML
 * aliases can make a value contain itself, so that its depth is infinite.
 */
function valuesIn(root: unknown): {
  readonly deep?: DocumentPath;
  readonly suspects: readonly (readonly [DocumentPath, number])[];
} {
  const suspects: (readonly [DocumentPath, number])[] = [];
  const open: { readonly value: unknown; readonly path: DocumentPath }[] = [{ value: root, path: [] }];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { value, path } = next;
    if (typeof value === "number" && !isExact(value)) suspects.push([path, value]);
    if (typeof value !== "object" || value === null) continue;
    if (path.length > maxDocumentDepth) return { deep: path, suspects };
    const entries: (readonly [string | number, unknown])[] = Array.isArray(value)
      ? [...value.entries()]
      : Object.entries(value);
    // The last entry of the stack is next, so that values are visited in the order of the document.
    for (const [key, item] of entries.reverse())
      if (typeof item === "object" || typeof item === "number") open.push({ value: item, path: [...path, key] });
  }
  return { suspects };
}

function isExact(value: number): boolean {
  return Number.isInteger(value) ? Number.isSafeInteger(value) : Number.isFinite(value);
}

/** Keywords of a schema whose value is a numeric limit. */
const limits: ReadonlySet<string> = new Set([
  "minimum",
  "maximum",
  "multipleOf",
  "exclusiveMinimum",
  "exclusiveMaximum",
]);

function hintFor(path: DocumentPath, written: string): string {
  const keyword = String(path.at(-1));
  if (limits.has(keyword)) return `remove ${keyword}, or write a limit of at most ${String(Number.MAX_SAFE_INTEGER)}`;
  const isInSchema = path.includes("properties");
  return `write the number as a string: "${written}"${isInSchema ? ", in a property with type: string" : ""}`;
}
