import type { ts } from "ts-morph";
import { compiler } from "../syntax/compiler.js";
import { remedy, type Remedy } from "../../base/fix.js";
import type { LiteralMember, ScalarName, Shape, Type, TypeId } from "../../model/universe.js";
import { numberScalars } from "../../model/scalars.js";
import { idOfDeclared } from "./declaration.js";
import { findDiscriminator, optionalDiscriminator, picksOnly } from "./discriminator.js";
import { isCircular, underlyingOf } from "./resolve-alias.js";
import { isUnnamed, memberKey, printKey, type MemberKey } from "./member-key.js";
import { refuseSyntax } from "./unsupported-syntax.js";
import { makeOptional, markField, replaceNode, useInstead } from "./repairs.js";
import type { SourceFile } from "../syntax/source-file.js";
import { isPublished, reportAt, sourceTextOf, type LowerScope } from "./scope.js";
import { packageOfType } from "./type-table.js";
import { identifiersOf, utilityOf } from "./utility-types.js";

/**
 * Returns the members of a union. Omits `undefined` if the union is the type of an optional field,
 * and `null` if it is the type of a nullable field. Reports any other `undefined` or `null` and
 * then returns undefined.
 */
export function unionParts(node: ts.UnionTypeNode, scope: LowerScope): ts.TypeNode[] | undefined {
  const parts: ts.TypeNode[] = [];
  const empty: ts.TypeNode[] = [];
  const visit = (part: ts.TypeNode): void => {
    if (compiler.isParenthesizedTypeNode(part)) visit(part.type);
    else if (compiler.isUnionTypeNode(part)) part.types.forEach(visit);
    else if (part.kind === compiler.SyntaxKind.UndefinedKeyword && scope.optional) return;
    else if (isNull(part) && scope.nullable === true) return;
    else if (part.kind === compiler.SyntaxKind.UndefinedKeyword || isNull(part)) empty.push(part);
    else parts.push(part);
  };
  visit(node);
  for (const part of empty) {
    const { code, message, hint } = refuseSyntax(part, scope);
    reportAt(scope, part, code, message, emptyMember(node, parts, scope) ?? hint);
  }
  return empty.length > 0 ? undefined : parts;
}

/**
 * Returns advice to remove members without a value, such as `null`; undefined if the union has no
 * other members. If the union is the complete type of a field, the advice also makes the field
 * optional.
 */
function emptyMember(node: ts.UnionTypeNode, parts: readonly ts.TypeNode[], scope: LowerScope): Remedy | undefined {
  if (parts.length === 0) return undefined;
  const rest = parts.map((part) => part.getText(scope.file.node)).join(" | ");
  const optional = makeOptional(scope);
  const name = scope.field?.name.getText(scope.file.node);
  const text =
    optional.length === 0 || name === undefined
      ? `write ${rest}: fields and items without a value are left out`
      : `make the property optional: ${name}?: ${rest}`;
  const edits = allowsNull(node) ? markField(scope, "+nullable") : [];
  return remedy(
    { text, edits: [...optional, replaceNode(scope, node, rest)] },
    ...(edits.length === 0
      ? []
      : [{ text: "add +nullable, if null and an absent field have different meanings", edits }]),
  );
}

/** Reports whether a type is `null` or a union with the member `null`. Reads only syntax. */
export function allowsNull(node: ts.TypeNode): boolean {
  if (compiler.isParenthesizedTypeNode(node)) return allowsNull(node.type);
  return compiler.isUnionTypeNode(node) ? node.types.some(allowsNull) : isNull(node);
}

/**
 * Reports whether a union has an object type as a member. Reads only syntax, because the types may
 * not be lowered yet.
 */
export function isObjectUnion(parts: readonly ts.TypeNode[], scope: LowerScope): boolean {
  return parts.some((part) => leadsToObject(part, scope, scope.file, new Set()));
}

function leadsToObject(node: ts.TypeNode, scope: LowerScope, file: SourceFile, seen: Set<ts.Node>): boolean {
  if (seen.has(node)) return false;
  seen.add(node);
  if (compiler.isParenthesizedTypeNode(node)) return leadsToObject(node.type, scope, file, seen);
  if (compiler.isTypeLiteralNode(node)) return true;
  if (compiler.isIntersectionTypeNode(node)) return !isOpenString(node);
  if (compiler.isUnionTypeNode(node)) return node.types.some((part) => leadsToObject(part, scope, file, seen));
  if (!compiler.isTypeReferenceNode(node)) return false;
  const names = identifiersOf(node);
  if (utilityOf(node, { ...scope, file }) !== undefined) return true;
  const bound = scope.parameters.get(names[0] ?? "");
  if (bound !== undefined) return bound.kind === "ref" && underlyingOf(scope.table, bound)?.kind === "ref";
  const resolved = scope.find.name(file, names);
  if (resolved?.kind === "module") return scope.find.runtimeName(resolved) === undefined;
  if (resolved?.kind !== "declared") return false;
  const [declaration] = resolved.declared.nodes;
  if (declaration === undefined || scope.find.runtimeName(resolved) !== undefined) return false;
  if (compiler.isTypeAliasDeclaration(declaration)) {
    scope.table.lookInto(scope.package, idOfDeclared(resolved.declared));
    return leadsToObject(declaration.type, scope, resolved.declared.file, seen);
  }
  return compiler.isInterfaceDeclaration(declaration);
}

/** Lowers a union of literals or of scalars. */
export function lowerPlainUnion(node: ts.Node, parts: readonly ts.TypeNode[], scope: LowerScope): Type | undefined {
  const values = new Set<string | number | boolean>();
  const members: LiteralMember[] = [];
  const names = new Set<string>();
  for (const part of parts) {
    const type = scope.lower.type(part, { ...scope, optional: false });
    const under = type === undefined ? undefined : underlyingOf(scope.table, type);
    if (under === undefined) {
      if (type !== undefined && isCircular(scope.table, type))
        reportAt(scope, part, "load/cycle", `\`${sourceTextOf(scope, part)}\` refers to itself`);
      return undefined;
    }
    if (under.kind === "literals") {
      for (const value of under.values) values.add(value);
      members.push(...(under.members ?? []), ...markedLiteral(part, scope, under.values));
    } else if (under.kind === "scalar" && jsonKinds(under.name).length > 0)
      for (const kind of jsonKinds(under.name)) names.add(kind);
    else {
      mixed(node, scope);
      return undefined;
    }
  }
  const kinds = new Set([...values].map((value) => typeof value));
  const isOfLiterals = names.size === 0 && kinds.size === 1;
  // A literal has no effect in a union with its base type: `string | "a"` is `string`.
  const type = isOfLiterals ? literals([...values], members) : scalars.get([...names].sort().join(" "));
  if (type !== undefined && [...kinds].every((kind) => names.size === 0 || names.has(kind))) return type;
  mixed(node, scope);
  return undefined;
}

/** The type of a union of scalars. The key is the sorted list of the JSON types of its members. */
const scalars: ReadonlyMap<string, Type> = new Map([
  ["string", { kind: "scalar", name: "string" }],
  ["number", { kind: "scalar", name: "float64" }],
  ["boolean", { kind: "scalar", name: "boolean" }],
  ["number string", { kind: "scalar", name: "IntOrString" }],
]);

function literals(values: readonly (string | number | boolean)[], members: readonly LiteralMember[]): Type {
  const both = values.length === 2 && typeof values[0] === "boolean";
  if (both) return { kind: "scalar", name: "boolean" };
  return { kind: "literals", values, ...(members.length === 0 ? {} : { members }) };
}

/**
 * Returns a literal of a union with the markers in front of it, as a list of one member. Returns an
 * empty list if the literal has no markers.
 */
function markedLiteral(
  part: ts.TypeNode,
  scope: LowerScope,
  [value]: readonly (string | number | boolean)[],
): readonly LiteralMember[] {
  if (!compiler.isLiteralTypeNode(part) || value === undefined) return [];
  const markers = scope.file.comments.ofMember(part);
  return markers.length === 0 ? [] : [{ value, markers }];
}

/**
 * Returns the JSON types of a scalar's values. Returns an empty list for a scalar with a special
 * format, because a union would not preserve the format.
 */
function jsonKinds(name: ScalarName): readonly string[] {
  if (name === "string" || name === "boolean") return [name];
  if (name === "IntOrString") return ["number", "string"];
  return numberScalars.has(name) ? ["number"] : [];
}

function mixed(node: ts.Node, scope: LowerScope): void {
  const message = `\`${sourceTextOf(scope, node)}\` mixes values of different types`;
  const text =
    "use literals of one type, `string | number`, interfaces with different literals for one property, or unknown for any JSON value";
  const fixes = useInstead(scope, node, [{ to: "unknown", text }]);
  reportAt(scope, node, "load/mixed-union", message, remedy(...fixes));
}

/** Lowers a union of interfaces that a property with different literals distinguishes. */
export function lowerObjectUnion(
  node: ts.UnionTypeNode,
  parts: readonly ts.TypeNode[],
  scope: LowerScope,
): Shape | undefined {
  const lowered = lowerParts(node, parts, scope);
  if (lowered === undefined) return undefined;
  const { members, unnamed } = lowered;
  const found = findDiscriminator(scope.table, [...new Set(members)]);
  if (found === "open") {
    reportAt(scope, node, "load/cycle", "the union is one of its own members");
    return undefined;
  }
  if (found === undefined) {
    reportNoDiscriminator(node, members, scope);
    return undefined;
  }
  const lost = unnamed.filter(({ id, key }) => key === undefined || !picksOnly(scope.table, key, id, members));
  for (const { part } of lost) {
    const message = `generated code cannot refer to the union member \`${sourceTextOf(scope, part)}\`: no property with a literal type distinguishes it from the other members`;
    const hint = `declare the member as an interface, and write the name of the interface here`;
    reportAt(scope, part, "load/unnamed-member", message, hint);
  }
  return lost.length === 0 ? { kind: "union", ...found } : undefined;
}

/** The members of a union of object types, as types of the model. */
interface ObjectMembers {
  /**
   * Types of the members. A member that is itself a union is replaced by the members of that union.
   */
  readonly members: readonly TypeId[];
  /**
   * Members that are written inline. `key` is the property by which generated code refers to the
   * member; undefined if no property identifies the member.
   */
  readonly unnamed: readonly { readonly part: ts.TypeNode; readonly id: TypeId; readonly key: MemberKey | undefined }[];
}

/**
 * Returns the lowered members of a union of object types; undefined after it has reported a
 * problem.
 */
function lowerParts(
  node: ts.UnionTypeNode,
  parts: readonly ts.TypeNode[],
  scope: LowerScope,
): ObjectMembers | undefined {
  const members: TypeId[] = [];
  const unnamed: ObjectMembers["unnamed"][number][] = [];
  for (const [index, part] of parts.entries()) {
    const isPart = isUnnamed(part, scope);
    const key = isPart ? memberKey(part, parts, scope) : undefined;
    const label = key?.values.join("_").replace(/[^A-Za-z0-9_$]/g, "_") ?? String(index);
    const expression = key === undefined ? scope.expression : ["Extract<", ...scope.expression, `, ${printKey(key)}>`];
    const type = scope.lower.type(part, { ...scope, name: `${scope.name}_${label}`, expression, optional: false });
    if (type === undefined) return undefined;
    const under = underlyingOf(scope.table, type);
    if (under?.kind !== "ref") {
      if (under !== undefined) mixed(node, scope);
      else if (isCircular(scope.table, type))
        reportAt(scope, part, "load/cycle", `\`${sourceTextOf(scope, part)}\` refers to itself`);
      return undefined;
    }
    const shape = scope.table.shape(under.to);
    if (shape === undefined) return undefined;
    if (shape !== "open" && shape.kind === "union") members.push(...shape.members.map((member) => member.type));
    else members.push(under.to);
    if (isPart) unnamed.push({ part, id: under.to, key });
  }
  return { members, unnamed };
}

/**
 * Reports that no property distinguishes the members of a union. Reports nothing if a member has no
 * shape, because its problem was already reported.
 */
function reportNoDiscriminator(node: ts.UnionTypeNode, members: readonly TypeId[], scope: LowerScope): void {
  if (members.some((id) => scope.table.shape(id) === undefined)) return;
  const published = members.find((id) => isPublished(scope, id));
  if (published !== undefined) {
    const name = published.slice(published.lastIndexOf("#") + 1);
    const message = `the fields of \`${name}\` from the package "${packageOfType(published)}" are unknown, so no property can distinguish the type from the other members`;
    const hint = "declare the members of a union in the project or in a package of its workspace";
    reportAt(scope, node, "load/no-discriminator", message, hint);
    return;
  }
  const almost = optionalDiscriminator(scope.table, [...new Set(members)]);
  reportAt(
    scope,
    node,
    "load/no-discriminator",
    almost === undefined
      ? `no property distinguishes the members of \`${sourceTextOf(scope, node)}\``
      : `\`${almost.name}\`, which distinguishes the members of \`${sourceTextOf(scope, node)}\`, is optional`,
    almost === undefined
      ? 'add a required property with a different string literal to each member, for example type: "A" and type: "B"'
      : remedy({
          text: `make ${almost.name} required in each member`,
          edits: almost.positions.map((at) => ({ kind: "replace", at, from: "?", to: "" })),
        }),
  );
}

function isNull(node: ts.TypeNode): boolean {
  return compiler.isLiteralTypeNode(node) && node.literal.kind === compiler.SyntaxKind.NullKeyword;
}

/**
 * Reports whether a type is `string & {}`. In a union with string literals, this type allows any
 * other string too.
 */
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
