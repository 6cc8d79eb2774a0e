import type { ts } from "ts-morph";
import { compiler } from "../syntax/compiler.js";
import { underlyingOf } from "./resolve-alias.js";
import type { SourceFile } from "../syntax/source-file.js";
import type { LowerScope } from "./scope.js";
import { identifiersOf, utilityOf, type ReferenceNode } from "./utility-types.js";

/**
 * A property and its literals in one member of a union. Generated code refers to an unnamed member
 * by the property and these literals: `Extract<U, { k: "a" | "b" }>`.
 */
export interface MemberKey {
  readonly property: string;
  readonly values: readonly string[];
}

/** Reports whether a member of a union has no name by which generated code could refer to it. */
export function isUnnamed(part: ts.TypeNode, scope: LowerScope): boolean {
  const isInline = compiler.isTypeLiteralNode(part) || compiler.isIntersectionTypeNode(part);
  return isInline || utilityOf(part, scope) !== undefined;
}

/**
 * Returns the first required property of a member whose string literals identify the member;
 * undefined if none does. Reads only syntax, because the types may not be lowered yet. Ignores base
 * types that are not found.
 */
export function memberKey(part: ts.TypeNode, parts: readonly ts.TypeNode[], scope: LowerScope): MemberKey | undefined {
  const others = parts.filter((other) => other !== part).map((other) => keysOf(other, scope));
  const isShared = ({ property, values }: MemberKey): boolean =>
    others.some((keys) => keys.some((key) => key.property === property && isWithin(key.values, values)));
  return keysOf(part, scope).find((key) => !isShared(key));
}

/**
 * Reports whether every literal is among the values, so that a union of the literals is assignable
 * to a union of the values. Returns false for an empty list of literals.
 */
export function isWithin(literals: readonly string[], values: readonly string[]): boolean {
  return literals.length > 0 && literals.every((literal) => values.includes(literal));
}

/** Returns the code of the second argument in `Extract<U, { k: "a" | "b" }>`. */
export function printKey({ property, values }: MemberKey): string {
  const name = /^[A-Za-z_$][\w$]*$/.test(property) ? property : JSON.stringify(property);
  return `{ ${name}: ${values.map((value) => JSON.stringify(value)).join(" | ")} }`;
}

function keysOf(part: ts.TypeNode, scope: LowerScope): MemberKey[] {
  return propertiesOf(part, scope, scope.file, new Set()).flatMap(({ node, file }) => {
    if (node.questionToken !== undefined || node.type === undefined) return [];
    const values = literalsOf(node.type, scope, file, new Set());
    return values === undefined
      ? []
      : [{ property: (node.name as ts.Identifier | ts.StringLiteral).text, values: [...new Set(values)] }];
  });
}

interface Property {
  readonly node: ts.PropertySignature;
  readonly file: SourceFile;
}

function propertiesOf(node: ts.Node, scope: LowerScope, file: SourceFile, seen: Set<ts.Node>): Property[] {
  if (seen.has(node)) return [];
  seen.add(node);
  if (compiler.isParenthesizedTypeNode(node)) return propertiesOf(node.type, scope, file, seen);
  if (compiler.isTypeLiteralNode(node) || compiler.isInterfaceDeclaration(node)) {
    const bases = compiler.isInterfaceDeclaration(node)
      ? (node.heritageClauses ?? []).flatMap(({ types }) => types)
      : [];
    const own = node.members.flatMap((member) => (isNamedProperty(member) ? [{ node: member, file }] : []));
    return [...own, ...bases.flatMap((base) => propertiesOf(base, scope, file, seen))];
  }
  if (compiler.isIntersectionTypeNode(node)) return node.types.flatMap((type) => propertiesOf(type, scope, file, seen));
  if (compiler.isExpressionWithTypeArguments(node)) {
    return compiler.isIdentifier(node.expression) ? declaredProperties(node, scope, file, seen) : [];
  }
  if (!compiler.isTypeReferenceNode(node)) return [];
  const [first] = node.typeArguments ?? [];
  if (first !== undefined && utilityOf(node, { ...scope, file }) !== undefined)
    return propertiesOf(first, scope, file, seen);
  return declaredProperties(node, scope, file, seen);
}

function declaredProperties(node: ReferenceNode, scope: LowerScope, file: SourceFile, seen: Set<ts.Node>): Property[] {
  const found = declarationOf(node, scope, file);
  if (found === undefined) return [];
  return propertiesOf(
    compiler.isTypeAliasDeclaration(found.node) ? found.node.type : found.node,
    scope,
    found.file,
    seen,
  );
}

function isNamedProperty(member: ts.TypeElement): member is ts.PropertySignature {
  return (
    compiler.isPropertySignature(member) &&
    (compiler.isIdentifier(member.name) || compiler.isStringLiteral(member.name))
  );
}

/** Returns the string literals of a type; undefined for a type that also allows other values. */
function literalsOf(
  node: ts.TypeNode,
  scope: LowerScope,
  file: SourceFile,
  seen: Set<ts.Node>,
): readonly string[] | undefined {
  if (seen.has(node)) return undefined;
  seen.add(node);
  if (compiler.isParenthesizedTypeNode(node)) return literalsOf(node.type, scope, file, seen);
  if (compiler.isLiteralTypeNode(node))
    return compiler.isStringLiteralLike(node.literal) ? [node.literal.text] : undefined;
  if (compiler.isUnionTypeNode(node)) {
    const all = node.types.map((type) => literalsOf(type, scope, file, seen));
    return all.every((values) => values !== undefined) ? all.flat() : undefined;
  }
  if (!compiler.isTypeReferenceNode(node)) return undefined;
  const bound = file === scope.file ? scope.parameters.get(identifiersOf(node)[0] ?? "") : undefined;
  if (bound !== undefined) {
    const under = underlyingOf(scope.table, bound);
    return under?.kind === "literals" ? under.values.filter((value) => typeof value === "string") : undefined;
  }
  const found = declarationOf(node, scope, file);
  return found !== undefined && compiler.isTypeAliasDeclaration(found.node)
    ? literalsOf(found.node.type, scope, found.file, seen)
    : undefined;
}

function declarationOf(node: ReferenceNode, scope: LowerScope, file: SourceFile) {
  const resolved = scope.find.name(file, identifiersOf(node));
  if (resolved?.kind !== "declared") return undefined;
  const [declaration] = resolved.declared.nodes;
  if (declaration === undefined) return undefined;
  const isType = compiler.isTypeAliasDeclaration(declaration) || compiler.isInterfaceDeclaration(declaration);
  return isType ? { node: declaration, file: resolved.declared.file } : undefined;
}
