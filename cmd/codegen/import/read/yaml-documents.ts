import { isNode, isScalar, LineCounter, parseAllDocuments, visit, type Document, type ParsedNode } from "yaml";
import type { Position, Problem } from "../../../../engine/base/problem.js";
import type { DocumentPath } from "../schema.js";
import type { ReadFile } from "./read-file.js";
import { importProblems } from "../problem-codes.js";

/**
 * Parses the YAML documents of a string. Reports a syntax error at its position, and omits the
 * document with the error.
 */
export function sourcesIn(text: string, file: string): ReadFile {
  const lines = new LineCounter();
  const parsed = parseAllDocuments(text, { lineCounter: lines, merge: true });
  const documents = "empty" in parsed ? [] : parsed;
  const positionAt = (offset: number): Position => {
    const { line, col } = lines.linePos(offset);
    return { file, line: Math.max(line, 1), column: Math.max(col, 1) };
  };
  const problems: Problem[] = [];
  const invalid = (message: string, offset: number): [] => {
    const reason = /call stack/.test(message) ? "its values are nested too deeply" : firstLine(message);
    const position = positionAt(offset);
    problems.push({ ...importProblems.is("import/syntax"), message: `the YAML is invalid: ${reason}`, position });
    return [];
  };
  const sources = documents.flatMap((document) => {
    const [error] = document.errors;
    if (error !== undefined) return invalid(error.message, error.pos[0]);
    let value: unknown;
    try {
      value = document.toJS({ maxAliasCount: 10_000 });
    } catch (thrown) {
      return invalid((thrown as Error).message, unresolvedAlias(document) ?? offsetOf(document, []));
    }
    const positionOf = (path: DocumentPath): Position => positionAt(offsetOf(document, path));
    const writtenAt = (path: DocumentPath): string | undefined => {
      const node = document.getIn(path, true);
      return isScalar(node) ? node.source : undefined;
    };
    return value === null || value === undefined ? [] : [{ value, positionOf, writtenAt }];
  });
  return { sources, problems };
}

/** Returns the offset of the first alias without an anchor; undefined if all have one. */
function unresolvedAlias(document: Document<ParsedNode>): number | undefined {
  let offset: number | undefined;
  visit(document, {
    Alias(_, node) {
      if (node.resolve(document) !== undefined) return undefined;
      offset = node.range?.[0];
      return visit.BREAK;
    },
  });
  return offset;
}

/**
 * Returns the offset of the value at a path. If the value is missing, returns the offset of the
 * nearest value that would contain it.
 */
function offsetOf(document: Document<ParsedNode>, path: DocumentPath): number {
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
