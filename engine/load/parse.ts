import { ts } from "ts-morph";
import type { Position } from "../problem.js";

/** The syntax of one file; JSDoc is left unparsed, comments are read as text. */
export function parse(path: string, text: string): ts.SourceFile {
  return ts.createSourceFile(
    path,
    text,
    { languageVersion: ts.ScriptTarget.ES2022, jsDocParsingMode: ts.JSDocParsingMode.ParseNone },
    false,
    ts.ScriptKind.TS,
  );
}

export interface SyntaxError {
  readonly message: string;
  readonly position: Position;
}

/** What the parser found wrong. The compiler keeps it on the file, without declaring it. */
export function syntaxErrors(node: ts.SourceFile): SyntaxError[] {
  const { parseDiagnostics = [] } = node as ts.SourceFile & { readonly parseDiagnostics?: readonly ts.DiagnosticWithLocation[] };
  return parseDiagnostics.map((diagnostic) => ({
    message: ts.flattenDiagnosticMessageText(diagnostic.messageText, " ").replace(/\.$/, ""),
    position: positionAt(node, diagnostic.start),
  }));
}

export function positionAt(file: ts.SourceFile, offset: number): Position {
  const { line, character } = file.getLineAndCharacterOfPosition(offset);
  return { file: file.fileName, line: line + 1, column: character + 1 };
}
