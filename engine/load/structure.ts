import { ts } from "ts-morph";
import type { Field, ObjectShape, TypeId } from "../model/universe.js";
import { shapeBehind } from "./follow.js";
import { literalKeys } from "./literal-keys.js";
import { inside, lowerType } from "./lower-type.js";
import { entityNames, lowerReference, utilityOf, type Utility } from "./lower-reference.js";
import { lowerMembers } from "./members.js";
import { positionAt } from "./parse.js";
import { resolveName, runtimeName } from "./resolve.js";
import { typeMetaOf } from "./type-meta.js";
import { report, textOf, type Scope } from "./type-table.js";

export type Structure = Omit<ObjectShape, "kind">;

/** The fields of an object type as it is written: intersections and utility types resolved. */
export function structureOf(node: ts.TypeNode, scope: Scope): Structure | undefined {
  if (ts.isParenthesizedTypeNode(node)) return structureOf(node.type, scope);
  if (ts.isTypeLiteralNode(node)) {
    const fields = lowerMembers(node.members, scope);
    return fields === undefined ? undefined : { bases: [], fields };
  }
  if (ts.isIntersectionTypeNode(node)) return intersect(node, scope);
  if (ts.isTypeReferenceNode(node)) return structureOfReference(node, entityNames(node.typeName), node.typeArguments ?? [], scope);
  return notAnObject(node, scope);
}

export function structureOfReference(
  node: ts.Node,
  names: readonly string[],
  args: readonly ts.TypeNode[],
  scope: Scope,
): Structure | undefined {
  const utility = utilityOf(names, args, scope);
  if (utility !== undefined) return applyUtility(utility, node, args, scope);
  const resolved = resolveName(scope.session, scope.file, names);
  if (resolved !== undefined && runtimeName(scope.session, resolved) === "TypeMeta") return { bases: [], fields: [], typeMeta: typeMetaOf(args, scope) };
  const type = lowerReference(node, names, args, scope);
  if (type === undefined) return undefined;
  const found = shapeBehind(scope.table, type);
  if (found === "open") return report(scope, node, "cycle", `\`${textOf(scope, node)}\` is made from itself`, "a type may contain itself in a field, but not be built from itself");
  if (found?.shape.kind === "object") {
    const { bases, fields, typeMeta } = found.shape;
    return { bases, fields, ...(typeMeta === undefined ? {} : { typeMeta }) };
  }
  if (found?.shape.kind === "opaque") {
    return report(scope, node, "opaque-base", `of \`${textOf(scope, node)}\` only the name is known, not the fields`, "use it as the type of a field, or declare the fields here");
  }
  return found === undefined && type.kind === "ref" && scope.table.shape(type.to) === undefined ? undefined : notAnObject(node, scope);
}

function intersect(node: ts.IntersectionTypeNode, scope: Scope): Structure | undefined {
  const fields: Field[] = [];
  let typeMeta: ObjectShape["typeMeta"];
  for (const part of node.types) {
    const structure = structureOf(part, scope);
    if (structure === undefined) return undefined;
    typeMeta = structure.typeMeta ?? typeMeta;
    for (const { from: _, ...field } of structure.fields) {
      const at = fields.findIndex((other) => other.name === field.name);
      const known = fields[at];
      if (known === undefined) fields.push(field);
      else if (JSON.stringify(known.type) === JSON.stringify(field.type)) fields[at] = { ...known, optional: known.optional && field.optional };
      else return report(scope, part, "field-conflict", `the field \`${field.name}\` has two types in the intersection`, "give it one type, or leave it out of one side with Omit");
    }
  }
  return { bases: [], fields, ...(typeMeta === undefined ? {} : { typeMeta }) };
}

function applyUtility(utility: Utility, node: ts.Node, args: readonly ts.TypeNode[], scope: Scope): Structure | undefined {
  const [first, second] = args;
  if (first === undefined || (second === undefined && (utility === "Pick" || utility === "Omit" || utility === "Record"))) {
    return report(scope, node, "missing-argument", `\`${textOf(scope, node)}\` lacks a type argument`);
  }
  if (utility === "Readonly") {
    return report(scope, node, "readonly", "generated functions fill objects field by field, which Readonly forbids", "leave Readonly out of API types; take Readonly<T> where you only read");
  }
  if (utility === "Record") return second === undefined ? undefined : recordOf(first, second, scope);
  const structure = structureOf(first, scope);
  if (structure === undefined) return undefined;
  const { typeMeta } = structure;
  const plain = structure.fields.map(({ from: _, ...field }) => field);
  const all = { bases: [] as TypeId[], ...(typeMeta === undefined ? {} : { typeMeta }) };
  if (utility === "Required") return { ...all, fields: plain.map((field) => ({ ...field, optional: false })) };
  if (utility === "Partial") {
    if (typeMeta !== undefined) return report(scope, node, "unsupported-type", "Partial of an object with apiVersion and kind", "use Embedded<T>");
    return { ...all, fields: plain.map((field) => ({ ...field, optional: true })) };
  }
  if (second === undefined) return undefined;
  const keys = literalKeys(second, scope);
  if (keys === undefined) return report(scope, second, "computed-type", `\`${textOf(scope, second)}\` is no list of field names`, `write the names out: "name" | "size"`);
  const unknown = keys.find((key) => !plain.some((field) => field.name === key) && !(typeMeta !== undefined && /^(apiVersion|kind)$/.test(key)));
  if (unknown !== undefined) return report(scope, second, "unresolved-name", `\`${textOf(scope, first)}\` has no field \`${unknown}\``);
  const keepsMeta = keys.includes("apiVersion") && keys.includes("kind");
  const meta = typeMeta !== undefined && (utility === "Pick") === keepsMeta ? { typeMeta } : {};
  return { bases: [], fields: plain.filter((field) => keys.includes(field.name) === (utility === "Pick")), ...meta };
}

function recordOf(key: ts.TypeNode, value: ts.TypeNode, scope: Scope): Structure | undefined {
  const position = positionAt(scope.file.node, key.getStart(scope.file.node));
  const fields: Field[] = [];
  for (const name of literalKeys(key, scope) ?? []) {
    const access = `[${JSON.stringify(name)}]`;
    const type = lowerType(value, { ...inside(scope, access), name: `${scope.name}_${name.replace(/[^A-Za-z0-9_$]/g, "_")}` });
    if (type === undefined) return undefined;
    fields.push({ name, optional: false, type, markers: [], description: "", position });
  }
  return { bases: [], fields };
}

function notAnObject(node: ts.Node, scope: Scope): undefined {
  return report(scope, node, "not-an-object", `\`${textOf(scope, node)}\` is no object type`, "only interfaces and object types have fields to take over");
}
