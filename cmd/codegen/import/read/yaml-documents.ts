import { isNode, isScalar, LineCounter, parseAllDocuments, type Document, type ParsedNode } from "yaml";
import type { Position } from "../../../../engine/problem.js";
import type { Path } from "../schema.js";
import type { ReadFile } from "./read-file.js";

/**
 * Parses the YAML documents of a text. A syntax error is a problem at its position, and the
 * document of the error is left out.
 */
export function sourcesIn(text: string, file: string): ReadFile {
  const lines = new LineCounter();
  const parsed = parseAllDocuments(text, { lineCounter: lines, merge: true });
  const documents = "empty" in parsed ? [] : parsed;
  const positionAt = (offset: number): Position => {
    const { line, col } = lines.linePos(offset);
    return { file, line: Math.max(line, 1), column: Math.max(col, 1) };
  };
  const problems = documents.flatMap((document) =>
    document.errors.slice(0, 1).map((error) => ({
      code: "import/syntax",
      severity: "error" as const,
      message: `the YAML is invalid: ${firstLine(error.message)}`,
      position: positionAt(error.pos[0]),
    })),
  );
  const sources = documents.flatMap((document) => {
    if (document.errors.length > 0) return [];
    const value: unknown = document.toJS({ maxAliasCount: 10_000 });
    const positionOf = (path: Path): Position => positionAt(offsetOf(document, path));
    const writtenAt = (path: Path): string | undefined => {
      const node = document.getIn(path, true);
      return isScalar(node) ? node.source : undefined;
    };
    return value === null || value === undefined ? [] : [{ value, positionOf, writtenAt }];
  });
  return { sources, problems };
}

/**
 * Returns the offset of a value. Without such a value, the offset of the nearest value around it.
 */
function offsetOf(document: Document<ParsedNode>, path: Path): number {
  for (let length = path.length; length >= 0; length--) {
    const node = length === 0 ? document.contents : document.getIn(path.slice(0, length), true);
    if (isNode(node) && node.range) return node.range[0];
  }
  return 0;
}

/** Returns the first line of a message, without the position that the parser appends. */
function firstLine(message: string): string {
  return (message.split("\n", 1)[0] ?? "").replace(/ at line \d+, column \d+:?$/, "");
}
