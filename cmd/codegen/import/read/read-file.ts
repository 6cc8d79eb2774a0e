import { readFileSync } from "node:fs";
import type { Position, Problem } from "../../../../engine/problem.js";
import type { Path, Source } from "../schema.js";
import { inexactNumbers } from "./inexact-numbers.js";

/** The documents of a file, or the problems in its syntax. */
export interface ReadFile {
  readonly sources: readonly Source[];
  readonly problems: readonly Problem[];
}

/**
 * Reads a file of YAML or JSON documents. Empty documents are left out.
 *
 * @param path of the file on the disk
 * @param name of the file in messages
 */
export async function readDocuments(path: string, name: string): Promise<ReadFile> {
  const start: Position = { file: name, line: 1, column: 1 };
  let text: string;
  try {
    text = readFileSync(path, "utf8");
  } catch (error) {
    const code = error instanceof Error && "code" in error ? String(error.code) : "";
    const reason = { ENOENT: "the file does not exist", EISDIR: "is a folder: name its files" }[code];
    return failed("import/unreadable", reason ?? `cannot be read (${String(error)})`, start);
  }
  const json = parsedJSON(text);
  if (json !== undefined) {
    let yaml: readonly Source[] | undefined;
    // The positions in a large JSON document are needed only for messages.
    const { sourcesIn } = await import("./yaml-documents.js");
    const source = (): Source | undefined => (yaml ??= sourcesIn(text, name).sources)[0];
    const positionOf = (at: Path): Position => source()?.positionOf(at) ?? start;
    return checked([{ value: json.value, positionOf, writtenAt: (at) => source()?.writtenAt(at) }]);
  }
  const { sourcesIn } = await import("./yaml-documents.js");
  const read = sourcesIn(text, name);
  const found = read.problems.length > 0 ? read : checked(read.sources);
  if (found.problems.length > 0 || found.sources.length > 0) return found;
  return failed("import/empty", "the file has no document: name the file of a CRD or of an OpenAPI document", start);
}

/** Adds the numbers of documents that would change. */
function checked(sources: readonly Source[]): ReadFile {
  return { sources, problems: sources.flatMap(inexactNumbers) };
}

function failed(code: string, message: string, position: Position): ReadFile {
  return { sources: [], problems: [{ code, severity: "error", message, position }] };
}

/** Parses text that begins like JSON. Returns undefined for other text and for invalid JSON. */
function parsedJSON(text: string): { readonly value: unknown } | undefined {
  if (!/^\s*[{[]/.test(text)) return undefined;
  try {
    return { value: JSON.parse(text) as unknown };
  } catch {
    return undefined;
  }
}
