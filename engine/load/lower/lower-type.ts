import type { ts } from "ts-morph";
import { compiler } from "../syntax/compiler.js";
import type { ScalarName, Type } from "../../model/universe.js";
import { literalValue } from "../syntax/literal-value.js";
import { lowerIndexedAccess } from "./indexed-access.js";
import { lowerList, lowerTuple } from "./lower-list.js";
import { lowerIndexSignature } from "./lower-map.js";
import { lowerReference } from "./lower-reference.js";
import { isObjectUnion, isOpenString, lowerPlainUnion, unionParts } from "./lower-union.js";
import { refuseSyntax } from "./unsupported-syntax.js";
import { isTaken, reportAt, type LowerScope } from "./scope.js";
import { positionInSource } from "../syntax/parse.js";
import { utilityOf } from "./utility-types.js";

/** Lowers the syntax of a type to the model. Returns undefined after it has reported a problem. */
export function lowerType(node: ts.TypeNode, scope: LowerScope): Type | undefined {
  if (compiler.isParenthesizedTypeNode(node)) return lowerType(node.type, scope);
  const keyword = keywordTypes.get(node.kind);
  if (keyword !== undefined) return { kind: "scalar", name: keyword };
  if (compiler.isLiteralTypeNode(node)) {
    const value = literalValue(node.literal)?.value;
    if (isLiteral(value)) return { kind: "literals", values: [value] };
  }
  if (compiler.isArrayTypeNode(node)) return lowerList(node.elementType, scope);
  if (compiler.isTypeOperatorNode(node) && node.operator === compiler.SyntaxKind.ReadonlyKeyword)
    return lowerType(node.type, scope);
  if (compiler.isTupleTypeNode(node)) return lowerTuple(node, scope);
  if (compiler.isTypeLiteralNode(node))
    return lowerIndexSignature(node, scope) ?? (hasIndex(node) ? undefined : syntheticType(node, scope));
  if (compiler.isUnionTypeNode(node)) {
    const parts = unionParts(node, scope);
    if (parts === undefined) return undefined;
    const [only] = parts;
    if (parts.length === 1 && only !== undefined) return lowerType(only, scope);
    return isObjectUnion(parts, scope) ? syntheticType(node, scope) : lowerPlainUnion(node, parts, scope);
  }
  if (compiler.isIntersectionTypeNode(node))
    return isOpenString(node) ? { kind: "scalar", name: "string" } : syntheticType(node, scope);
  if (compiler.isIndexedAccessTypeNode(node)) return lowerIndexedAccess(node, scope);
  if (compiler.isTypeReferenceNode(node))
    return utilityOf(node, scope) === undefined ? lowerReference(node, scope) : syntheticType(node, scope);
  const { code, message, ...advice } = refuseSyntax(node, scope);
  reportAt(scope, node, code, message, advice);
  return undefined;
}

/**
 * Adds an inline object type to the table, and returns a reference to it. The name of the type is
 * derived from its position in the enclosing type: `Pizza_spec`.
 */
function syntheticType(node: ts.TypeNode, scope: LowerScope): Type | undefined {
  const { file, name } = scope;
  const id = `${scope.package}#${name}`;
  const position = positionInSource(file.node, node.getStart(file.node));
  if (isTaken(scope, node, { id, expression: scope.expression })) return undefined;
  scope.table.add({
    id,
    package: scope.package,
    name,
    expression: scope.expression,
    file: file.path,
    position,
    exported: scope.exported,
    markers: [],
    description: "",
    lower: () => scope.lower.shape(node, scope),
  });
  return { kind: "ref", to: id };
}

const keywordTypes: ReadonlyMap<ts.SyntaxKind, ScalarName> = new Map([
  [compiler.SyntaxKind.StringKeyword, "string"],
  [compiler.SyntaxKind.BooleanKeyword, "boolean"],
  [compiler.SyntaxKind.NumberKeyword, "float64"],
  [compiler.SyntaxKind.UnknownKeyword, "any"],
  [compiler.SyntaxKind.AnyKeyword, "any"],
]);

/** Reports whether the value of a literal type can be a literal of the model. */
function isLiteral(value: unknown): value is string | number | boolean {
  return typeof value === "string" || typeof value === "number" || typeof value === "boolean";
}

function hasIndex(node: ts.TypeLiteralNode): boolean {
  return node.members.some(compiler.isIndexSignatureDeclaration);
}
