import type { ts } from "ts-morph";
import { compiler } from "../syntax/compiler.js";
import type { Field, ObjectShape } from "../../model/universe.js";
import { shapeBehind, underlyingOf } from "./resolve-alias.js";
import { lowerMembers } from "./members.js";
import { positionInSource } from "../syntax/parse.js";
import { inside, reportAt, sourceTextOf, type LowerScope, type ObjectStructure } from "./scope.js";
import { identifiersOf, literalKeys, utilityOf, type ReferenceNode, type Utility } from "./utility-types.js";

/** Lowers an object type to its fields. Resolves intersections and utility types. */
export function structureOf(node: ts.TypeNode, scope: LowerScope): ObjectStructure | undefined {
  if (compiler.isParenthesizedTypeNode(node)) return structureOf(node.type, scope);
  if (compiler.isTypeLiteralNode(node)) {
    const fields = lowerMembers(node.members, scope);
    return fields === undefined ? undefined : { bases: [], fields };
  }
  if (compiler.isIntersectionTypeNode(node)) return intersect(node, scope);
  if (compiler.isTypeReferenceNode(node)) return structureOfReference(node, scope);
  notAnObject(node, scope);
  return undefined;
}

/** Lowers a reference to an object type to the fields of that type. */
export function structureOfReference(node: ReferenceNode, scope: LowerScope): ObjectStructure | undefined {
  const utility = utilityOf(node, scope);
  if (utility !== undefined) return applyUtility(utility, node, scope);
  const resolved = scope.find.name(scope.file, identifiersOf(node));
  if (resolved !== undefined && scope.find.runtimeName(resolved) === "TypeMeta")
    return { bases: [], fields: [], typeMeta: typeMetaLiterals(node.typeArguments ?? [], scope) };
  const type = scope.lower.reference(node, scope);
  if (type === undefined) return undefined;
  const found = shapeBehind(scope.table, type);
  if (found === "open") {
    const message = `\`${sourceTextOf(scope, node)}\` is defined in terms of itself`;
    reportAt(scope, node, "load/cycle", message, "a type may contain itself only as the type of a field");
    return undefined;
  }
  if (found?.shape.kind === "object") {
    const { bases, fields, typeMeta } = found.shape;
    return { bases, fields, ...(typeMeta === undefined ? {} : { typeMeta }) };
  }
  if (found?.shape.kind === "opaque") {
    const message = `the fields of \`${sourceTextOf(scope, node)}\`, a type of another package, are unknown`;
    const hint = "use that type as the type of a field, or declare the fields here";
    reportAt(scope, node, "load/opaque-base", message, hint);
    return undefined;
  }
  if (underlyingOf(scope.table, type) !== undefined) notAnObject(node, scope);
  return undefined;
}

/**
 * Returns the literals in `TypeMeta<"example.com/v1", "Widget">`. Omits an argument that is not a
 * single literal.
 */
function typeMetaLiterals(args: readonly ts.TypeNode[], scope: LowerScope): NonNullable<ObjectShape["typeMeta"]> {
  const [apiVersion, kind] = args.map((argument) => onlyLiteral(argument, scope));
  return { ...(apiVersion === undefined ? {} : { apiVersion }), ...(kind === undefined ? {} : { kind }) };
}

function onlyLiteral(argument: ts.TypeNode, scope: LowerScope): string | undefined {
  const type = scope.lower.type(argument, scope);
  const under = type === undefined ? undefined : underlyingOf(scope.table, type);
  const [value, ...others] = under?.kind === "literals" ? under.values : [];
  return typeof value === "string" && others.length === 0 ? value : undefined;
}

function intersect(node: ts.IntersectionTypeNode, scope: LowerScope): ObjectStructure | undefined {
  const fields: Field[] = [];
  let typeMeta: ObjectShape["typeMeta"];
  for (const part of node.types) {
    const structure = structureOf(part, scope);
    if (structure === undefined) return undefined;
    typeMeta = structure.typeMeta ?? typeMeta;
    for (const field of structure.fields.map(withoutFrom)) {
      const at = fields.findIndex((other) => other.name === field.name);
      const known = fields[at];
      if (known === undefined) fields.push(field);
      else if (JSON.stringify(known.type) === JSON.stringify(field.type)) fields[at] = intersection(known, field);
      else {
        const message = `the field \`${field.name}\` has two types in the intersection`;
        const hint = "give both fields the same type, or leave one of them out with Omit";
        reportAt(scope, part, "load/field-conflict", message, hint);
        return undefined;
      }
    }
  }
  return { bases: [], fields, ...(typeMeta === undefined ? {} : { typeMeta }) };
}

/**
 * Combines two fields of the same name in an intersection. The result is optional or nullable only
 * if both fields are.
 */
function intersection({ nullable, ...one }: Field, other: Field): Field {
  const isNullable = nullable === true && other.nullable === true;
  return { ...one, optional: one.optional && other.optional, ...(isNullable && { nullable }) };
}

function applyUtility(utility: Utility, node: ReferenceNode, scope: LowerScope): ObjectStructure | undefined {
  const [first, second] = node.typeArguments ?? [];
  if (
    first === undefined ||
    (second === undefined && (utility === "Pick" || utility === "Omit" || utility === "Record"))
  ) {
    reportAt(scope, node, "load/missing-argument", `\`${sourceTextOf(scope, node)}\` lacks a type argument`);
    return undefined;
  }
  if (utility === "Readonly") {
    const message = "generated functions assign the fields of objects, but Readonly forbids assignments";
    const hint = "remove Readonly here; a function that only reads objects can use Readonly<T>";
    reportAt(scope, node, "load/readonly", message, hint);
    return undefined;
  }
  if (utility === "Record") return second === undefined ? undefined : recordOf(first, second, scope);
  const structure = structureOf(first, scope);
  if (structure === undefined) return undefined;
  const { typeMeta } = structure;
  const meta = typeMeta === undefined ? {} : { typeMeta };
  const plain: ObjectStructure = { bases: [], ...meta, fields: structure.fields.map(withoutFrom) };
  if (utility === "Partial" && typeMeta !== undefined) {
    const message = "Partial cannot be applied to an object with apiVersion and kind";
    reportAt(scope, node, "load/unsupported-type", message, "use Embedded<T>");
    return undefined;
  }
  if (utility === "Required" || utility === "Partial")
    return { ...plain, fields: plain.fields.map((field) => ({ ...field, optional: utility === "Partial" })) };
  return second === undefined ? undefined : selectFields(utility, plain, first, second, scope);
}

/** Lowers a type of the form `Pick<T, K>` or `Omit<T, K>`. */
function selectFields(
  utility: "Pick" | "Omit",
  { fields, typeMeta }: ObjectStructure,
  of: ts.TypeNode,
  names: ts.TypeNode,
  scope: LowerScope,
): ObjectStructure | undefined {
  const keys = literalKeys(names, scope);
  if (keys === undefined) {
    const message = `\`${sourceTextOf(scope, names)}\` is not a union of field names`;
    reportAt(scope, names, "load/computed-type", message, `write the names as literals: "name" | "size"`);
    return undefined;
  }
  const unknown = keys.find(
    (key) =>
      !fields.some((field) => field.name === key) && !(typeMeta !== undefined && /^(apiVersion|kind)$/.test(key)),
  );
  if (unknown !== undefined) {
    reportAt(scope, names, "load/unresolved-name", `\`${sourceTextOf(scope, of)}\` has no field \`${unknown}\``);
    return undefined;
  }
  const keepsMeta = keys.includes("apiVersion") && keys.includes("kind");
  const meta = typeMeta !== undefined && (utility === "Pick") === keepsMeta ? { typeMeta } : {};
  return { bases: [], fields: fields.filter((field) => keys.includes(field.name) === (utility === "Pick")), ...meta };
}

function recordOf(key: ts.TypeNode, value: ts.TypeNode, scope: LowerScope): ObjectStructure | undefined {
  const position = positionInSource(scope.file.node, key.getStart(scope.file.node));
  const fields: Field[] = [];
  for (const name of literalKeys(key, scope) ?? []) {
    const access = `[${JSON.stringify(name)}]`;
    const type = scope.lower.type(value, {
      ...inside(scope, access),
      name: `${scope.name}_${name.replace(/[^A-Za-z0-9_$]/g, "_")}`,
    });
    if (type === undefined) return undefined;
    fields.push({ name, optional: false, type, markers: [], description: "", position });
  }
  return { bases: [], fields };
}

function notAnObject(node: ts.Node, scope: LowerScope): void {
  const message = `\`${sourceTextOf(scope, node)}\` is not an object type`;
  const hint = "use an interface or an object type, whose fields can be copied";
  reportAt(scope, node, "load/not-an-object", message, hint);
}

/**
 * Returns the field without `from`. A field in an intersection or a utility type belongs to the new
 * type and is not inherited.
 */
function withoutFrom({ from: _from, ...field }: Field): Field {
  return field;
}
