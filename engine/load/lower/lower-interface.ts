import type { ts } from "ts-morph";
import { compiler } from "../syntax/compiler.js";
import { remedy } from "../../base/fix.js";
import type { Field, ObjectShape, Shape, TypeId } from "../../model/universe.js";
import { shapeBehind } from "./resolve-alias.js";
import { lowerIndexSignature } from "./lower-map.js";
import { lowerMembers } from "./members.js";
import { importRuntime, replaceNode } from "./repairs.js";
import { structureOfReference } from "./structure.js";
import { runtimePackage } from "../../base/runtime-package.js";
import { isPublished, reportAt, sourceTextOf, type LowerScope } from "./scope.js";
import { packageOfType } from "./type-table.js";
import { identifiersOf, utilityOf } from "./utility-types.js";

/**
 * Lowers all declarations of an interface to one type, which includes inherited fields. An
 * interface that has only an index signature becomes an alias of a map.
 */
export function lowerInterface(nodes: readonly ts.InterfaceDeclaration[], scope: LowerScope): Shape | undefined {
  const clauses = nodes.flatMap((node) => (node.heritageClauses ?? []).flatMap((clause) => [...clause.types]));
  const members = nodes.flatMap((node) => [...node.members]);
  const [only] = nodes;
  if (
    nodes.length === 1 &&
    only !== undefined &&
    clauses.length === 0 &&
    members.some(compiler.isIndexSignatureDeclaration)
  ) {
    const map = lowerIndexSignature(only, scope);
    return map === undefined ? undefined : { kind: "alias", of: map };
  }
  const bases: TypeId[] = [];
  const inherited: Field[] = [];
  let typeMeta: ObjectShape["typeMeta"];
  let failed = false;
  for (const clause of clauses) {
    const base = inherit(clause, scope);
    if (base === undefined) {
      failed = true;
      continue;
    }
    typeMeta = mergeTypeMeta(typeMeta, base.typeMeta);
    if (base.id !== undefined) bases.push(base.id);
    for (const field of base.fields) if (!inherited.some(({ name }) => name === field.name)) inherited.push(field);
  }
  const own = lowerMembers(members, scope);
  if (failed || own === undefined) return undefined;
  const names = new Set(own.map(({ name }) => name));
  const fields = [...inherited.filter(({ name }) => !names.has(name)), ...own];
  if (typeMeta !== undefined && isForeignMetadata(members, own, scope)) return undefined;
  return { kind: "object", bases, fields, ...(typeMeta === undefined ? {} : { typeMeta }) };
}

/**
 * Reports a kind whose metadata has a type of an npm package other than the runtime. Servers set
 * the fields of the metadata, but the fields of such a type are unknown. Returns true if it has
 * reported the problem.
 */
function isForeignMetadata(members: readonly ts.TypeElement[], fields: readonly Field[], scope: LowerScope): boolean {
  const type = fields.find(({ name }) => name === "metadata")?.type;
  const member = members.find(
    (node) => node.name !== undefined && compiler.isIdentifier(node.name) && node.name.text === "metadata",
  );
  if (
    type?.kind !== "ref" ||
    scope.table.shape(type.to) === undefined ||
    !isPublished(scope, type.to) ||
    packageOfType(type.to) === runtimePackage
  )
    return false;
  const node = member !== undefined && compiler.isPropertySignature(member) ? member.type : undefined;
  if (node === undefined) return false;
  const meta = /ListMeta$/.test(type.to) ? "ListMeta" : "ObjectMeta";
  const message = `the type of a kind's metadata must be ${meta} of "${runtimePackage}", not \`${sourceTextOf(scope, node)}\` of "${packageOfType(type.to)}"`;
  const edits = [replaceNode(scope, node, meta), ...importRuntime(scope, meta)];
  reportAt(scope, node, "load/foreign-metadata", message, remedy({ text: `metadata: ${meta}`, edits }));
  return true;
}

interface Inherited {
  readonly id?: TypeId;
  readonly fields: readonly Field[];
  readonly typeMeta?: ObjectShape["typeMeta"];
}

/**
 * Returns the fields of a base type. If the base type has a name, the property `from` of each field
 * is the id of the type that declares the field: the base type or one of its own base types.
 */
function inherit(clause: ts.ExpressionWithTypeArguments, scope: LowerScope): Inherited | undefined {
  const names = identifiersOf(clause);
  if (names.length === 0) {
    const message = `\`${sourceTextOf(scope, clause)}\` is an expression, not the name of an interface`;
    reportAt(scope, clause, "load/computed-type", message, "extend an interface, and refer to it by its name");
    return undefined;
  }
  const resolved = scope.find.name(scope.file, names);
  const plain =
    utilityOf(clause, scope) !== undefined ||
    (resolved !== undefined && scope.find.runtimeName(resolved) === "TypeMeta");
  const structure = structureOfReference(clause, scope);
  if (structure === undefined || plain) return structure;
  const type = scope.lower.reference(clause, scope);
  const found = type === undefined ? undefined : shapeBehind(scope.table, type);
  if (found === undefined || found === "open") return structure;
  return {
    ...structure,
    id: found.id,
    fields: structure.fields.map((field) => ({ ...field, from: field.from ?? found.id })),
  };
}

function mergeTypeMeta(first: ObjectShape["typeMeta"], second: ObjectShape["typeMeta"]): ObjectShape["typeMeta"] {
  return first === undefined ? second : { ...second, ...first };
}
