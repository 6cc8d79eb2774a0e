import type { Problem } from "../../../../engine/base/problem.js";
import { printPath, type DocumentPath, type DocumentSource } from "../schema.js";
import { importProblems } from "../problem-codes.js";

/** Keywords of a schema whose value is a numeric limit. */
const limits: ReadonlySet<string> = new Set([
  "minimum",
  "maximum",
  "multipleOf",
  "exclusiveMinimum",
  "exclusiveMaximum",
]);

/**
 * Reports numbers in a document that JavaScript cannot represent exactly: integers beyond ±(2^53 −
 * 1), which would be rounded, and numbers that would become infinite. Does not report rounded
 * numbers with a fraction or an exponent, because Kubernetes also reads them as float64.
 */
export function inexactNumbers(source: DocumentSource): readonly Problem[] {
  return suspects(source.value, []).flatMap(([path, value]): readonly Problem[] => {
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

function hintFor(path: DocumentPath, written: string): string {
  const keyword = String(path.at(-1));
  if (limits.has(keyword)) return `remove ${keyword}, or write a limit of at most ${String(Number.MAX_SAFE_INTEGER)}`;
  const isInSchema = path.includes("properties");
  return `write the number as a string: "${written}"${isInSchema ? ", in a property with type: string" : ""}`;
}

/** Returns the numbers that may be inexact, with their paths. */
function suspects(value: unknown, path: DocumentPath): readonly (readonly [DocumentPath, number])[] {
  if (typeof value === "number") {
    const isExact = Number.isInteger(value) ? Number.isSafeInteger(value) : Number.isFinite(value);
    return isExact ? [] : [[path, value]];
  }
  if (typeof value !== "object" || value === null) return [];
  const entries = Array.isArray(value) ? [...value.entries()] : Object.entries(value);
  return entries.flatMap(([key, item]: readonly [string | number, unknown]) => suspects(item, [...path, key]));
}
