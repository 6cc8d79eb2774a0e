import { posix } from "node:path";
import type { ts } from "ts-morph";
import type { Problem } from "../../problem.js";
import { compiler } from "../syntax/compiler.js";
import { parse, positionAt } from "../syntax/parse.js";

/**
 * Markers of API types and packages. Others, such as `+default`, occur in comments of all kinds.
 */
const marker = /\+((?:k8s|kubebuilder):[A-Za-z][\w:.-]*|genclient\b[\w:]*|groupName\b)/;
const markerLine = new RegExp(String.raw`^[\s/*]*${marker.source}`, "gm");

/**
 * A warning for a file with types whose markers no generator reads, since its folder is not one of
 * API types or its name has another ending.
 */
export function unreadMarkers(path: string, text: string): Problem[] {
  if (text.search(markerLine) < 0) return [];
  const file = parse(path, text);
  const found = file.statements.flatMap((statement) => markerAbove(file, statement))[0];
  if (found === undefined) return [];
  const folder = posix.dirname(path);
  const isTypeScript = path.endsWith(".ts");
  const types = posix.join(folder, "types.ts");
  return [
    {
      code: "load/unread-markers",
      severity: "warning",
      message: isTypeScript
        ? `no generator reads \`+${found.name}\`: ${folder} is not a folder of API types, since it has no types.ts and no doc.ts`
        : `no generator reads \`+${found.name}\`: API types are read from files with the ending .ts`,
      hint: isTypeScript
        ? `add ${posix.join(folder, "doc.ts")} with the markers of the package, or: mv ${path} ${types}`
        : `mv ${path} ${path.replace(/\.\w+$/, ".ts")}`,
      position: positionAt(file, found.offset),
    },
  ];
}

/** The first marker in the comments of an interface or a type, or of one of its fields. */
function markerAbove(
  file: ts.SourceFile,
  statement: ts.Statement,
): { readonly name: string; readonly offset: number }[] {
  if (!compiler.isInterfaceDeclaration(statement) && !compiler.isTypeAliasDeclaration(statement)) return [];
  const literal =
    compiler.isTypeAliasDeclaration(statement) && compiler.isTypeLiteralNode(statement.type)
      ? statement.type
      : undefined;
  const members = compiler.isInterfaceDeclaration(statement) ? statement.members : (literal?.members ?? []);
  return [statement, ...members].flatMap((node) =>
    (compiler.getLeadingCommentRanges(file.text, node.pos) ?? []).flatMap(({ pos, end }) => {
      const [found] = file.text.slice(pos, end).matchAll(markerLine);
      return found === undefined ? [] : [{ name: found[1] ?? "", offset: pos + found.index + found[0].indexOf("+") }];
    }),
  );
}
