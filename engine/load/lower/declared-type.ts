import type { ts } from "ts-morph";
import { compiler } from "../syntax/compiler.js";
import { remedy, type Edit } from "../../base/fix.js";
import type { Type, TypeId } from "../../model/universe.js";
import { idOfDeclared, duplicateOf, isExportedName, positionOfName } from "./declaration.js";
import { argumentName, argumentString } from "./argument-text.js";
import { lowerInterface } from "./lower-interface.js";
import { lowerShape } from "./lower-shape.js";
import { positionInSource } from "../syntax/parse.js";
import { classAsInterface, enumAsUnion, replaceNode } from "./repairs.js";
import { packageOfFile } from "../discover/paths.js";
import type { DeclaredName } from "../syntax/source-file.js";
import { inside, isTaken, reportAt, scopeOf, type LowerContext, type LowerScope } from "./scope.js";
import type { TypeTable } from "./type-table.js";
import type { ReferenceNode } from "./utility-types.js";

/** Maximum nesting depth of instantiations of generics. */
const deepest = 6;

/**
 * Lowers a reference to a declaration of the project. For a generic type, adds its instantiation
 * to the table.
 */
export function declaredType(node: ReferenceNode, declared: DeclaredName, scope: LowerScope): Type | undefined {
  const [first] = declared.nodes;
  if (first === undefined || isRefused(node, first, declared, scope)) return undefined;
  const { name } = declared;
  const duplicate = duplicateOf(scope.files, declared);
  if (duplicate !== undefined) {
    const message = `${name} is declared twice in this folder: in ${declared.file.path} and in ${duplicate}`;
    reportAt(scope, node, "load/duplicate-type", message, "rename one of them");
    return undefined;
  }
  if (scope.exported && !isExportedName(declared)) reportNotExported(node, first, declared, scope);
  const isType = compiler.isInterfaceDeclaration(first) || compiler.isTypeAliasDeclaration(first);
  const parameters = isType ? (first.typeParameters ?? []) : [];
  if (parameters.length === 0) return { kind: "ref", to: addDeclared(scope, declared) };
  return instantiate(node, declared, parameters, scope);
}

/**
 * Reports a reference to an enum, a class or a namespace, because these are not types of data.
 * Returns true if it has reported the problem.
 */
function isRefused(node: ts.Node, first: ts.Node, declared: DeclaredName, scope: LowerScope): boolean {
  const { name } = declared;
  if (compiler.isEnumDeclaration(first)) {
    const union = enumAsUnion(first);
    const { line } = positionInSource(declared.file.node, first.getStart(declared.file.node));
    reportAt(
      scope,
      node,
      "load/enum",
      `${name} (${declared.file.path}:${line}) is an enum, which is code at run time; API types must be plain data`,
      union === undefined
        ? "write a union of its values"
        : remedy({ text: `write a union of literals: ${union}`, edits: [replaceNode(declared, first, union)] }),
    );
    return true;
  }
  if (compiler.isClassDeclaration(first)) {
    const declaration = classAsInterface(first, declared.file.node);
    const text = `declare the type as an interface: interface ${name} { … }`;
    const edits = declaration === undefined ? [] : [replaceNode(declared, first, declaration)];
    const message = `${name} is a class, but API types must be plain data`;
    reportAt(scope, node, "load/class", message, remedy({ text, edits }));
    return true;
  }
  if (!compiler.isModuleDeclaration(first)) return false;
  reportAt(scope, node, "load/unsupported-type", `${name} is a namespace, not a type`, "name one of its types");
  return true;
}

function reportNotExported(node: ts.Node, first: ts.Node, declared: DeclaredName, scope: LowerScope): void {
  const { file, name } = declared;
  const isDefault = file.exports.get("default")?.name === name;
  const [how, what] = isDefault
    ? ["exported only as the default", "export it by its name"]
    : ["not exported", "export it"];
  const at = positionInSource(file.node, first.getStart(file.node));
  const [from, to] = isDefault ? ["export default ", "export "] : ["", "export "];
  const edits: Edit[] = [{ kind: "replace", at, from, to }];
  const message = `${name} is ${how}, but an exported type uses it`;
  reportAt(scope, node, "load/not-exported", message, remedy({ text: `${what} in ${file.path}`, edits }));
}

/** Adds a declaration without type parameters to the table and returns its id. */
export function addDeclared(context: LowerContext, declared: DeclaredName): TypeId {
  const id = idOfDeclared(declared);
  if (context.table.entries.has(id)) return id;
  const { file, name } = declared;
  const own = { expression: [{ type: id }], exported: isExportedName(declared), optional: false, signature: false };
  return addEntry(declared, scopeOf(context, file, name, own), undefined, id);
}

function addEntry(
  declared: DeclaredName,
  scope: LowerScope,
  expression: LowerScope["expression"] | undefined,
  id: TypeId,
): TypeId {
  const { file } = declared;
  const [first] = declared.nodes;
  const comments = declared.nodes.map((node) => file.comments.of(node, true));
  return scope.table.add({
    id,
    package: scope.package,
    name: scope.name,
    ...(expression === undefined ? {} : { expression }),
    file: file.path,
    position: positionOfName(declared),
    exported: scope.exported,
    markers: comments.flatMap(({ markers }) => markers),
    description: comments
      .map(({ description }) => description)
      .filter((text) => text !== "")
      .join("\n\n"),
    lower: () =>
      first !== undefined && compiler.isTypeAliasDeclaration(first)
        ? lowerShape(first.type, scope)
        : lowerInterface(declared.nodes.filter(compiler.isInterfaceDeclaration), scope),
  });
}

function instantiate(
  node: ReferenceNode,
  declared: DeclaredName,
  parameters: readonly ts.TypeParameterDeclaration[],
  scope: LowerScope,
): Type | undefined {
  const given = lowerArguments(node.typeArguments ?? [], scope);
  if (given === undefined) return undefined;
  if (scope.depth >= deepest) {
    const message = `${declared.name} refers to itself with type arguments that grow without end`;
    reportAt(scope, node, "load/endless-generic", message, "declare an interface with the fields that you need");
    return undefined;
  }
  const bound = new Map<string, Type>();
  for (const [index, parameter] of parameters.entries()) {
    const fallback = parameter.default;
    const type =
      given[index] ??
      (fallback === undefined
        ? undefined
        : scope.lower.type(fallback, { ...scope, file: declared.file, field: undefined, parameters: bound }));
    if (type === undefined) {
      reportAt(scope, node, "load/missing-argument", `${declared.name} lacks the type argument ${parameter.name.text}`);
      return undefined;
    }
    bound.set(parameter.name.text, type);
  }
  const types = [...bound.values()];
  const name = [declared.name, ...types.map((type) => argumentName(scope.table, type))].join("_");
  const generic = addGeneric(scope.table, declared);
  scope.table.lookInto(scope.package, generic);
  const written = types.flatMap((type, index) => [
    ...(index === 0 ? [] : [", "]),
    ...argumentString(scope.table, type),
  ]);
  const expression = [{ type: generic }, "<", ...written, ">"];
  const id = `${scope.package}#${name}`;
  if (isTaken(scope, node, { id, expression })) return undefined;
  const inner: LowerScope = {
    ...scope,
    field: undefined,
    file: declared.file,
    subject: declared.name,
    name,
    expression,
    parameters: bound,
    optional: false,
    nullable: false,
    depth: scope.depth + 1,
  };
  return { kind: "ref", to: addEntry(declared, inner, expression, id) };
}

/**
 * Adds a generic type by its name only, without its fields. The type of an instantiation, such as
 * `Box<string>`, refers to this name.
 */
export function addGeneric(table: TypeTable, declared: DeclaredName): TypeId {
  const { file, name } = declared;
  return table.add({
    id: idOfDeclared(declared),
    package: packageOfFile(file.path),
    name,
    file: file.path,
    position: positionOfName(declared),
    exported: isExportedName(declared),
    markers: [],
    description: "",
    lower: () => ({ kind: "opaque" }),
  });
}

/** Lowers type arguments. Returns undefined after it has reported a problem. */
function lowerArguments(args: readonly ts.TypeNode[], scope: LowerScope): Type[] | undefined {
  const types: Type[] = [];
  for (const argument of args) {
    if (compiler.isTypeLiteralNode(argument) || compiler.isIntersectionTypeNode(argument)) {
      const message = "an object type without a name cannot be a type argument";
      reportAt(scope, argument, "load/unnamed-argument", message, "declare the type as an interface");
      return undefined;
    }
    const type = scope.lower.type(argument, inside({ ...scope, optional: false }, ""));
    if (type === undefined) return undefined;
    types.push(type);
  }
  return types;
}
