import type { ts } from "ts-morph";
import { compiler } from "../syntax/compiler.js";
import { remedy, type Remedy } from "../../fix/fix.js";
import type { Type } from "../../model/universe.js";
import { lowerIndexedAccess } from "./indexed-access.js";
import { lowerIndexSignature } from "./lower-map.js";
import { entityNames, lowerReference, utilityOf } from "./lower-reference.js";
import { isObjectUnion, lowerPlainUnion, unionParts } from "./lower-union.js";
import { refusal } from "./unsupported-syntax.js";
import { useInstead } from "./repairs.js";
import { report, textOf, type Scope } from "./type-table.js";
import { syntheticType } from "./synthetic.js";

/** Turns a written type into one of the model. Undefined means that a problem was reported. */
export function lowerType(node: ts.TypeNode, scope: Scope): Type | undefined {
  if (compiler.isParenthesizedTypeNode(node)) return lowerType(node.type, scope);
  const keyword = keywordType(node);
  if (keyword !== undefined) return keyword;
  if (compiler.isLiteralTypeNode(node)) {
    const value = literalValue(node);
    if (value !== undefined) return { kind: "literals", values: [value] };
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
  if (compiler.isTypeReferenceNode(node)) {
    const names = entityNames(node.typeName);
    const args = node.typeArguments ?? [];
    return utilityOf(names, args, scope) === undefined
      ? lowerReference(node, names, args, scope)
      : syntheticType(node, scope);
  }
  const { code, message, ...advice } = refusal(node, scope);
  report(scope, node, code, message, advice);
  return undefined;
}

export function lowerList(element: ts.TypeNode, scope: Scope): Type | undefined {
  const type = lowerType(element, inside(scope, "[number]", ownSuffix(scope, "_item")));
  return type === undefined ? undefined : { kind: "list", element: type };
}

/** An alias has its name for itself: what it is a list or map of gets another one. */
export function ownSuffix(scope: Scope, suffix: string): string {
  return scope.table.entries.get(`${scope.package}#${scope.name}`)?.state === "open" ? suffix : "";
}

/** The scope of a list's elements, a map's values. */
export function inside(scope: Scope, access: string, suffix = ""): Scope {
  return {
    ...scope,
    name: scope.name + suffix,
    expression: [...scope.expression, access],
    optional: false,
    field: undefined,
  };
}

function lowerTuple(node: ts.TupleTypeNode, scope: Scope): Type | undefined {
  const elements: Type[] = [];
  for (const [index, element] of node.elements.entries()) {
    const plain =
      compiler.isNamedTupleMember(element) &&
      element.questionToken === undefined &&
      element.dotDotDotToken === undefined
        ? element.type
        : element;
    if (compiler.isOptionalTypeNode(plain) || compiler.isRestTypeNode(plain) || compiler.isNamedTupleMember(plain)) {
      report(scope, plain, "tuple", "a tuple has a fixed number of elements", listOf(node, scope));
      return undefined;
    }
    const type = lowerType(plain, inside(scope, `[${index}]`, `_${index}`));
    if (type === undefined) return undefined;
    elements.push(type);
  }
  return { kind: "tuple", elements };
}

/** A list of what the tuple holds, where all of its elements are of one type. */
function listOf(node: ts.TupleTypeNode, scope: Scope): string | Remedy {
  const types = node.elements.map((element) => {
    const type = compiler.isNamedTupleMember(element) ? element.type : element;
    const inner = compiler.isOptionalTypeNode(type) || compiler.isRestTypeNode(type) ? type.type : type;
    return textOf(scope, compiler.isArrayTypeNode(inner) && inner !== element ? inner.elementType : inner);
  });
  const [first = "T"] = types;
  if (!types.every((type) => type === first)) return "use a list: T[]";
  return remedy(...useInstead(scope, node, [{ to: `${first}[]`, text: `use a list: ${first}[]` }]));
}

function keywordType(node: ts.TypeNode): Type | undefined {
  switch (node.kind) {
    case compiler.SyntaxKind.StringKeyword:
      return { kind: "scalar", name: "string" };
    case compiler.SyntaxKind.BooleanKeyword:
      return { kind: "scalar", name: "boolean" };
    case compiler.SyntaxKind.NumberKeyword:
      return { kind: "scalar", name: "float64" };
    case compiler.SyntaxKind.UnknownKeyword:
    case compiler.SyntaxKind.AnyKeyword:
      return { kind: "scalar", name: "any" };
    default:
      return undefined;
  }
}

/** The value of a literal type; undefined for `null`. */
export function literalValue(node: ts.LiteralTypeNode): string | number | boolean | undefined {
  const { literal } = node;
  if (compiler.isStringLiteral(literal) || compiler.isNoSubstitutionTemplateLiteral(literal)) return literal.text;
  if (compiler.isNumericLiteral(literal)) return Number(literal.text);
  if (literal.kind === compiler.SyntaxKind.TrueKeyword) return true;
  if (literal.kind === compiler.SyntaxKind.FalseKeyword) return false;
  if (
    compiler.isPrefixUnaryExpression(literal) &&
    literal.operator === compiler.SyntaxKind.MinusToken &&
    compiler.isNumericLiteral(literal.operand)
  ) {
    return -Number(literal.operand.text);
  }
  return undefined;
}

/** `string & {}`: how people keep a union of literals open. */
export function isOpenString(node: ts.IntersectionTypeNode): boolean {
  const [first, second] = node.types;
  return (
    node.types.length === 2 &&
    first?.kind === compiler.SyntaxKind.StringKeyword &&
    second !== undefined &&
    compiler.isTypeLiteralNode(second) &&
    second.members.length === 0
  );
}

function hasIndex(node: ts.TypeLiteralNode): boolean {
  return node.members.some(compiler.isIndexSignatureDeclaration);
}
