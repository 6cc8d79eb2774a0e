import type { ts } from "ts-morph";
import { compiler } from "../syntax/compiler.js";
import type { Type } from "../../model/universe.js";
import { isScalarName } from "../../model/scalars.js";
import type { Find, ResolvedName } from "./find.js";
import type { SourceFile } from "../syntax/source-file.js";

/**
 * Returns the scalar or the literals to which an exported alias refers; undefined for every other
 * type.
 */
export function plainAlias(find: Find, entry: string, name: string): Type | undefined {
  const found = find.exported(entry, name);
  return found === undefined ? undefined : plainDeclaration(find, found, new Set());
}

function plainDeclaration(find: Find, found: ResolvedName, seen: Set<ts.Node>): Type | undefined {
  const known = find.runtimeName(found);
  if (known !== undefined) return isScalarName(known) ? { kind: "scalar", name: known } : undefined;
  const [node, ...more] = found.kind === "declared" ? found.declared.nodes : [];
  if (found.kind !== "declared" || node === undefined || more.length > 0 || seen.has(node)) return undefined;
  seen.add(node);
  const isAlias = compiler.isTypeAliasDeclaration(node) && (node.typeParameters ?? []).length === 0;
  return isAlias ? plainType(find, found.declared.file, node.type, seen) : undefined;
}

function plainType(find: Find, file: SourceFile, node: ts.TypeNode, seen: Set<ts.Node>): Type | undefined {
  if (compiler.isParenthesizedTypeNode(node)) return plainType(find, file, node.type, seen);
  if (node.kind === compiler.SyntaxKind.StringKeyword) return { kind: "scalar", name: "string" };
  if (node.kind === compiler.SyntaxKind.NumberKeyword) return { kind: "scalar", name: "float64" };
  if (node.kind === compiler.SyntaxKind.BooleanKeyword) return { kind: "scalar", name: "boolean" };
  if (compiler.isLiteralTypeNode(node)) return literal(node.literal);
  if (compiler.isTypeReferenceNode(node) && compiler.isIdentifier(node.typeName) && node.typeArguments === undefined) {
    const found = find.name(file, [node.typeName.text]);
    return found === undefined ? undefined : plainDeclaration(find, found, seen);
  }
  if (!compiler.isUnionTypeNode(node)) return undefined;
  const values: (string | number | boolean)[] = [];
  for (const part of node.types) {
    const type = plainType(find, file, part, new Set(seen));
    if (type?.kind !== "literals") return undefined;
    values.push(...type.values);
  }
  return new Set(values.map((value) => typeof value)).size === 1
    ? { kind: "literals", values: [...new Set(values)] }
    : undefined;
}

function literal(node: ts.LiteralTypeNode["literal"]): Type | undefined {
  if (compiler.isStringLiteral(node)) return { kind: "literals", values: [node.text] };
  if (compiler.isNumericLiteral(node)) return { kind: "literals", values: [Number(node.text)] };
  return undefined;
}
