import type { ts } from "ts-morph";
import { compiler } from "./compiler.js";
import type { Position } from "../../base/problem.js";

/** Parses one file without its JSDoc, because comments are read as text. */
export function parseSource(path: string, text: string): ts.SourceFile {
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
  readonly hint?: string;
  readonly position: Position;
}

/**
 * Returns the errors that the parser found. They are in a property that the type declarations of
 * the compiler omit.
 */
export function syntaxErrors(node: ts.SourceFile): SyntaxError[] {
  const { parseDiagnostics = [] } = node as ts.SourceFile & {
    readonly parseDiagnostics?: readonly ts.DiagnosticWithLocation[];
  };
  return parseDiagnostics.map((diagnostic) => {
    const position = positionInSource(node, diagnostic.start);
    const missing = missingColon(node.text.split("\n")[position.line - 1] ?? "");
    const message = compiler.flattenDiagnosticMessageText(diagnostic.messageText, " ").replace(/\.$/, "");
    return { message, ...missing, position };
  });
}

/**
 * Returns the message and the hint for a line in which the colon of a property is missing;
 * undefined for any other line.
 */
function missingColon(line: string): { readonly message: string; readonly hint: string } | undefined {
  const [, name, type] = /^\s*([a-z$_][\w$]*\??)\s+([\w$"'{[][^:]*?);?\s*$/.exec(line) ?? [];
  if (name === undefined || type === undefined || reserved.has(name)) return undefined;
  return { message: `a colon must be between the property ${name} and its type`, hint: `${name}: ${type};` };
}

/**
 * Words that begin a statement or are a modifier of a property, so that they are not the name of a
 * property without a colon.
 */
const reserved: ReadonlySet<string> = new Set(
  "export import type interface class const let var function return enum declare default async abstract readonly namespace new from".split(
    " ",
  ),
);

/** Returns the line and column of an offset. Both start at 1. */
export function positionInSource(file: ts.SourceFile, offset: number): Position {
  const { line, character } = file.getLineAndCharacterOfPosition(offset);
  return { file: file.fileName, line: line + 1, column: character + 1 };
}
