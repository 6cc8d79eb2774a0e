import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { relativePath } from "../../../../engine/util/relative-path.js";
import type { Position, Problem } from "../../../../engine/base/problem.js";
import type { DocumentPath, DocumentSource } from "../schema.js";
import { documentFaults } from "./document-faults.js";
import type { ProblemHead } from "../../../../engine/base/define-problems.js";
import { importProblems } from "../problem-codes.js";

/** The documents of a file, and the problems in its syntax. */
export interface ReadFile {
  readonly sources: readonly DocumentSource[];
  readonly problems: readonly Problem[];
}

/**
 * Reads a file of YAML or JSON documents. Omits empty documents. Positions have the path of the
 * file relative to the working directory.
 */
export async function readDocuments(file: string, cwd: string): Promise<ReadFile> {
  const start = startOfFile(file, cwd);
  let text: string;
  try {
    text = new TextDecoder("utf-8", { fatal: true }).decode(readFileSync(resolve(cwd, file)));
  } catch (error) {
    const code = error instanceof Error && "code" in error ? String(error.code) : "";
    const reason = {
      ENOENT: "the file does not exist",
      EISDIR: "this is a folder: write the paths of its files",
      ERR_ENCODING_INVALID_ENCODED_DATA: "the file is not in UTF-8",
    }[code];
    return failed(
      importProblems.is("import/unreadable"),
      reason ?? `the file cannot be read: ${error instanceof Error ? error.message : String(error)}`,
      start,
    );
  }
  return documentsIn(text, start.file);
}

/** Returns the position of the start of a file. */
export function startOfFile(file: string, cwd: string): Position {
  const name = relativePath(cwd, resolve(cwd, file));
  return { file: name, line: 1, column: 1 };
}

/**
 * Parses a string of YAML or JSON documents. Omits empty documents.
 *
 * @param name name of the file in messages
 */
export async function documentsIn(text: string, name: string): Promise<ReadFile> {
  const start: Position = { file: name, line: 1, column: 1 };
  const json = parsedJSON(text);
  if (json !== undefined) {
    let yaml: readonly DocumentSource[] | undefined;
    // Only messages need the positions in a large JSON document, so they are computed on demand.
    const { sourcesIn } = await import("./yaml-documents.js");
    const source = (): DocumentSource | undefined => (yaml ??= sourcesIn(text, name).sources)[0];
    const positionOf = (at: DocumentPath): Position => source()?.positionOf(at) ?? start;
    return checked([{ value: json.value, positionOf, writtenAt: (at) => source()?.writtenAt(at) }]);
  }
  const { sourcesIn } = await import("./yaml-documents.js");
  const read = sourcesIn(text, name);
  const found = read.problems.length > 0 ? read : checked(read.sources);
  if (found.problems.length > 0 || found.sources.length > 0) return found;
  return failed(
    importProblems.is("import/empty"),
    "the file is empty: use a file with a CustomResourceDefinition or an OpenAPI document",
    start,
  );
}

/** Adds problems for documents that are nested too deeply, and for numbers that would change. */
function checked(sources: readonly DocumentSource[]): ReadFile {
  const problems = sources.flatMap(documentFaults);
  return problems.some(({ code }) => code === "import/too-deep") ? { sources: [], problems } : { sources, problems };
}

function failed(head: ProblemHead, message: string, position: Position): ReadFile {
  return { sources: [], problems: [{ ...head, message, position }] };
}

/**
 * Parses a string that begins like JSON. Returns undefined for other strings and for invalid JSON.
 */
function parsedJSON(text: string): { readonly value: unknown } | undefined {
  if (!/^\s*[{[]/.test(text)) return undefined;
  try {
    return { value: JSON.parse(text) as unknown };
  } catch {
    return undefined;
  }
}
