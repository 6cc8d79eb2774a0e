import { relative, resolve, sep } from "node:path";
import { formatPosition } from "../../../engine/problem.js";
import { readDocuments } from "../import/read/read-file.js";
import type { Source } from "../import/schema.js";
import { UsageError } from "./usage-error.js";

/**
 * Returns the documents of a file of YAML or JSON.
 *
 * @param isExact numbers that would lose digits are mistakes
 * @throws UsageError if the file cannot be read
 */
export async function documentsOf(file: string, cwd: string, isExact = false): Promise<readonly Source[]> {
  const path = resolve(cwd, file);
  const { sources, problems } = await readDocuments(path, relative(cwd, path).split(sep).join("/"));
  const problem = problems.find(({ code, severity }) =>
    code === "import/inexact-number" ? isExact : severity === "error",
  );
  if (problem !== undefined) throw new UsageError(`${formatPosition(problem.position)}: ${problem.message}`);
  return sources;
}

/**
 * Returns the value of an option that is JSON, or the name of a file with one document.
 *
 * @throws UsageError
 */
export async function readValue(option: string, text: string | undefined, cwd: string): Promise<unknown> {
  if (text === undefined) return undefined;
  const json = await parsed(text);
  if (json !== undefined) return json.value;
  if (/^\s*[{["]/.test(text)) throw new UsageError(`${option}: the text is not JSON`);
  const [first, second] = await documentsOf(text, cwd, true);
  if (first === undefined || second !== undefined) throw new UsageError(`${option}: ${text} must have one document`);
  return first.value;
}

/** Returns JSON, in which large ints are bigints; undefined for another text. */
async function parsed(text: string): Promise<{ readonly value: unknown } | undefined> {
  try {
    JSON.parse(text);
  } catch {
    return undefined;
  }
  const { parse } = await import("yaml");
  return { value: parse(text, inSafeRange, { intAsBigInt: true, schema: "json" }) as unknown };
}

function inSafeRange(_key: unknown, value: unknown): unknown {
  return typeof value === "bigint" && Number.isSafeInteger(Number(value)) ? Number(value) : value;
}
