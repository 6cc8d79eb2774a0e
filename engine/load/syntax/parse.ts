import type { ts } from "ts-morph";
import { compiler } from "./compiler.js";
import type { Position } from "../../problem.js";

/** Parses one file. JSDoc is not parsed, because comments are read as text. */
export function parse(path: string, text: string): ts.SourceFile {
  return compiler.createSourceFile(
    path,
    text,
    { languageVersion: compiler.ScriptTarget.ES2022, jsDocParsingMode: compiler.JSDocParsingMode.ParseNone },
    false,
    compiler.ScriptKind.TS,
  );
}

/** An error that the parser found. */
export interface SyntaxError {
  readonly message: string;
  readonly position: Position;
}

/**
 * Returns the errors that the parser found. The type declarations of the compiler omit the property
 * that contains them.
 */
export function syntaxErrors(node: ts.SourceFile): SyntaxError[] {
  const { parseDiagnostics = [] } = node as ts.SourceFile & {
    readonly parseDiagnostics?: readonly ts.DiagnosticWithLocation[];
  };
  return parseDiagnostics.map((diagnostic) => ({
    message: compiler.flattenDiagnosticMessageText(diagnostic.messageText, " ").replace(/\.$/, ""),
    position: positionAt(node, diagnostic.start),
  }));
}

/** Returns the line and column of an offset, both from 1. */
export function positionAt(file: ts.SourceFile, offset: number): Position {
  const { line, character } = file.getLineAndCharacterOfPosition(offset);
  return { file: file.fileName, line: line + 1, column: character + 1 };
}
