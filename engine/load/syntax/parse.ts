import type { ts } from "ts-morph";
import { compiler } from "./compiler.js";
import type { Position } from "../../problem.js";

/** The syntax of one file; JSDoc is left unparsed, comments are read as text. */
export function parse(path: string, text: string): ts.SourceFile {
  return compiler.createSourceFile(
    path,
    text,
    { languageVersion: compiler.ScriptTarget.ES2022, jsDocParsingMode: compiler.JSDocParsingMode.ParseNone },
    false,
    compiler.ScriptKind.TS,
  );
}

export interface SyntaxError {
  readonly message: string;
  readonly position: Position;
}

/** What the parser found wrong. The compiler keeps it on the file, without declaring it. */
export function syntaxErrors(node: ts.SourceFile): SyntaxError[] {
  const { parseDiagnostics = [] } = node as ts.SourceFile & {
    readonly parseDiagnostics?: readonly ts.DiagnosticWithLocation[];
  };
  return parseDiagnostics.map((diagnostic) => ({
    message: compiler.flattenDiagnosticMessageText(diagnostic.messageText, " ").replace(/\.$/, ""),
    position: positionAt(node, diagnostic.start),
  }));
}

export function positionAt(file: ts.SourceFile, offset: number): Position {
  const { line, character } = file.getLineAndCharacterOfPosition(offset);
  return { file: file.fileName, line: line + 1, column: character + 1 };
}
