import type { ts } from "ts-morph";
import { compiler } from "../syntax/compiler.js";
import type { Shape } from "../../model/universe.js";
import { lowerIndexSignature } from "./lower-map.js";
import { isObjectUnion, isOpenString, lowerObjectUnion, unionParts } from "./lower-union.js";
import { structureOf } from "./structure.js";
import type { LowerScope } from "./scope.js";
import { utilityOf } from "./utility-types.js";

/** Lowers the right side of an alias, or an object type that is written inline. */
export function lowerShape(node: ts.TypeNode, scope: LowerScope): Shape | undefined {
  if (compiler.isParenthesizedTypeNode(node)) return lowerShape(node.type, scope);
  if (isStructural(node, scope)) {
    const structure = structureOf(node, scope);
    return structure === undefined ? undefined : { kind: "object", ...structure };
  }
  if (compiler.isUnionTypeNode(node)) {
    const parts = unionParts(node, scope);
    if (parts === undefined) return undefined;
    const [only] = parts;
    if (parts.length === 1 && only !== undefined) return lowerShape(only, scope);
    if (isObjectUnion(parts, scope)) return lowerObjectUnion(node, parts, scope);
  }
  const map = compiler.isTypeLiteralNode(node) ? lowerIndexSignature(node, scope) : undefined;
  const type = map ?? scope.lower.type(node, scope);
  return type === undefined ? undefined : { kind: "alias", of: type };
}

/**
 * Reports whether the syntax of a type shows that it is an object: a literal, an intersection or a
 * utility type.
 */
function isStructural(node: ts.TypeNode, scope: LowerScope): boolean {
  if (compiler.isTypeLiteralNode(node)) return !node.members.some(compiler.isIndexSignatureDeclaration);
  if (compiler.isIntersectionTypeNode(node)) return !isOpenString(node);
  return utilityOf(node, scope) !== undefined;
}
