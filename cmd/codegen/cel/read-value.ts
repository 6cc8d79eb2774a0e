import { formatPosition, type Problem } from "../../../engine/base/problem.js";
import { documentsIn, readDocuments, type ReadFile } from "../import/read/read-file.js";
import { printPath, type DocumentPath, type DocumentSource } from "../import/schema.js";
import { UsageError } from "../failure.js";

/** Codes of problems that are ignored, because `exactValue` and callers handle them. */
const handled: readonly string[] = ["import/inexact-number", "import/empty"];

/**
 * Returns the documents in a YAML or JSON file.
 *
 * @throws UsageError if the file cannot be read
 */
export async function documentsOf(file: string, cwd: string): Promise<readonly DocumentSource[]> {
  return sourcesOf(await readDocuments(file, cwd));
}

/**
 * Returns the value of an option, which is JSON or the path of a file with one document; undefined
 * if the option is absent. Large integers become bigints.
 *
 * @throws UsageError if the option is not valid
 */
export async function readValue(option: string, text: string | undefined, cwd: string): Promise<unknown> {
  if (text === undefined) return undefined;
  if (text.trim() === "") throw new UsageError(`${option} is empty: it must be JSON, or the name of a file`);
  const reason = problemOfJSON(text);
  if (reason !== undefined && /^\s*[{["]/.test(text))
    throw new UsageError(`${option}: the value is not JSON: ${reason}`);
  if (text.trim() === "null") return null;
  const read = reason === undefined ? await documentsIn(text, option) : await readDocuments(text, cwd);
  const unreadable = read.problems.find(({ code }) => code === "import/unreadable");
  if (unreadable !== undefined)
    throw new UsageError(`${option}=${text} is neither JSON nor a file that can be read: ${unreadable.message}`);
  const [first, second] = sourcesOf(read);
  if (first === undefined || second !== undefined)
    throw new UsageError(`${option}: ${text} must contain exactly one document`);
  return exactValue(first, first.value, []);
}

function sourcesOf({ sources, problems }: ReadFile): readonly DocumentSource[] {
  const problem = problems.find(({ code, severity }) => severity === "error" && !handled.includes(code));
  if (problem !== undefined) throw new UsageError(textOfProblem(problem));
  return sources;
}

function textOfProblem({ position, message }: Pick<Problem, "position" | "message">): string {
  return `${formatPosition(position)}: ${message}`;
}

function problemOfJSON(text: string): string | undefined {
  try {
    JSON.parse(text);
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/**
 * Returns a value in which integers of at most 64 bits keep all digits. As in Kubernetes, larger
 * integers are floats.
 */
function exactValue(source: DocumentSource, value: unknown, path: DocumentPath): unknown {
  if (typeof value === "number") return exactNumber(source, value, path);
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map((item, index) => exactValue(source, item, [...path, index]));
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, exactValue(source, one, [...path, key])]));
}

function exactNumber(source: DocumentSource, value: number, path: DocumentPath): number | bigint {
  if (Number.isSafeInteger(value)) return value;
  const written = source.writtenAt(path) ?? String(value);
  if (!Number.isFinite(value))
    throw new UsageError(
      textOfProblem({
        position: source.positionOf(path),
        message: `${printPath(path)}: ${written} is not a JSON number`,
      }),
    );
  if (!/^[-+]?\d+$/.test(written)) return value;
  const int = BigInt(written);
  return BigInt.asIntN(64, int) === int ? int : value;
}
