import { posix } from "node:path";
import type { ts } from "ts-morph";
import type { Problem } from "../../base/problem.js";
import { compiler } from "../syntax/compiler.js";
import { parseSource, positionInSource } from "../syntax/parse.js";
import { loadProblems } from "../problem-codes.js";

/**
 * Matches markers that occur only on API types and packages. Other markers, such as `+default`,
 * occur in other comments too.
 */
const marker = /\+((?:k8s|kubebuilder):[A-Za-z][\w:.-]*|genclient\b[\w:]*|groupName\b)/;
const markerLine = new RegExp(String.raw`^[\s/*]*${marker.source}`, "gm");

/**
 * Warns of a file whose types or functions have markers that no generator reads. The file is either
 * in a folder that is not a folder of API types, or its name does not end with .ts.
 */
export function unreadMarkers(path: string, text: string): Problem[] {
  if (text.search(markerLine) < 0) return [];
  const file = parseSource(path, text);
  const found = file.statements.flatMap((statement) => markerAbove(file, statement))[0];
  if (found === undefined) return [];
  const folder = posix.dirname(path);
  const isTypeScript = path.endsWith(".ts");
  const rename = found.isOfType ? `, or rename the file: mv ${path} ${posix.join(folder, "types.ts")}` : "";
  const reason = isTypeScript
    ? `${folder} contains neither types.ts nor doc.ts, so codegen does not read it`
    : "codegen reads API types only from files with the extension .ts";
  const message = `no generator reads \`+${found.name}\`: ${reason}`;
  const hint = isTypeScript
    ? `add ${posix.join(folder, "doc.ts")} with the markers of the package${rename}`
    : `mv ${path} ${path.replace(/\.\w+$/, ".ts")}`;
  const position = positionInSource(file, found.offset);
  return [{ ...loadProblems.is("load/unread-markers"), message, hint, position }];
}

/**
 * Returns the first marker of each comment above a declaration, and above the fields of an
 * interface or type alias. Returns an empty list for a statement that generators do not read.
 */
function markerAbove(
  file: ts.SourceFile,
  statement: ts.Statement,
): { readonly name: string; readonly offset: number; readonly isOfType: boolean }[] {
  const isOfType = compiler.isInterfaceDeclaration(statement) || compiler.isTypeAliasDeclaration(statement);
  if (!isOfType && !compiler.isFunctionDeclaration(statement) && !compiler.isVariableStatement(statement)) return [];
  const literal =
    compiler.isTypeAliasDeclaration(statement) && compiler.isTypeLiteralNode(statement.type)
      ? statement.type
      : undefined;
  const members = compiler.isInterfaceDeclaration(statement) ? statement.members : (literal?.members ?? []);
  return [statement, ...members].flatMap((node) =>
    (compiler.getLeadingCommentRanges(file.text, node.pos) ?? []).flatMap(({ pos, end }) => {
      const [found] = file.text.slice(pos, end).matchAll(markerLine);
      return found === undefined
        ? []
        : [{ name: found[1] ?? "", offset: pos + found.index + found[0].indexOf("+"), isOfType }];
    }),
  );
}
