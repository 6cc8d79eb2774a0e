import type { ts } from "ts-morph";
import { compiler } from "./compiler.js";
import type { Field, ObjectShape, Shape, TypeId } from "../model/universe.js";
import { shapeBehind } from "./follow.js";
import { lowerIndexSignature } from "./lower-map.js";
import { lowerReference, utilityOf } from "./lower-reference.js";
import { lowerMembers } from "./members.js";
import { resolveName, runtimeName } from "./resolve.js";
import { structureOfReference } from "./structure.js";
import { report, textOf, type Scope } from "./type-table.js";

/** An interface in all its pieces, with what it inherits. */
export function lowerInterface(nodes: readonly ts.InterfaceDeclaration[], scope: Scope): Shape | undefined {
  const clauses = nodes.flatMap((node) => (node.heritageClauses ?? []).flatMap((clause) => [...clause.types]));
  const members = nodes.flatMap((node) => [...node.members]);
  const [only] = nodes;
  if (nodes.length === 1 && only !== undefined && clauses.length === 0 && members.some(compiler.isIndexSignatureDeclaration)) {
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
  return { kind: "object", bases, fields, ...(typeMeta === undefined ? {} : { typeMeta }) };
}

interface Inherited {
  readonly id?: TypeId;
  readonly fields: readonly Field[];
  readonly typeMeta?: ObjectShape["typeMeta"];
}

function inherit(clause: ts.ExpressionWithTypeArguments, scope: Scope): Inherited | undefined {
  const names = expressionNames(clause.expression);
  const args = clause.typeArguments ?? [];
  if (names === undefined) {
    report(scope, clause, "computed-type", `\`${textOf(scope, clause)}\` is no name`, "extend an interface by its name");
    return undefined;
  }
  const resolved = resolveName(scope.session, scope.file, names);
  const plain =
    utilityOf(names, args, scope) !== undefined || (resolved !== undefined && runtimeName(scope.session, resolved) === "TypeMeta");
  const structure = structureOfReference(clause, names, args, scope);
  if (structure === undefined || plain) return structure;
  const type = lowerReference(clause, names, args, scope);
  const found = type === undefined ? undefined : shapeBehind(scope.table, type);
  if (found === undefined || found === "open") return structure;
  return { ...structure, id: found.id, fields: structure.fields.map((field) => ({ ...field, from: field.from ?? found.id })) };
}

function mergeTypeMeta(first: ObjectShape["typeMeta"], second: ObjectShape["typeMeta"]): ObjectShape["typeMeta"] {
  return first === undefined ? second : { ...second, ...first };
}

function expressionNames(node: ts.Expression): string[] | undefined {
  if (compiler.isIdentifier(node)) return [node.text];
  if (!compiler.isPropertyAccessExpression(node)) return undefined;
  const left = expressionNames(node.expression);
  return left === undefined ? undefined : [...left, node.name.text];
}
