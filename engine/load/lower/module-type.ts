import type { ts } from "ts-morph";
import { remedy } from "../../base/fix.js";
import { isScalarName } from "../../model/scalars.js";
import { nearest } from "../../util/nearest.js";
import type { Type, TypeId } from "../../model/universe.js";
import { packageManagerOf } from "../../base/package-manager.js";
import { npmPackage, packageOfFile } from "../discover/paths.js";
import { compiler } from "../syntax/compiler.js";
import type { SourceFile } from "../syntax/source-file.js";
import type { Find, ResolvedName } from "./find.js";
import { importFrom, renameImported, runtimeNames } from "./repairs.js";
import { runtimePackage } from "../../base/runtime-package.js";
import { reportAt, type LowerScope } from "./scope.js";
import type { TypeTable } from "./type-table.js";
import type { ReferenceNode } from "./utility-types.js";

/** A type that is imported from another npm package. */
interface Imported {
  readonly specifier: string;
  readonly name: string;
}

/**
 * Lowers a type of another npm package. An alias of a scalar or of literals is replaced by the type
 * to which it refers. Of any other type, only the name is known.
 */
export function moduleType(node: ReferenceNode, imported: Imported, scope: LowerScope): Type | undefined {
  const { specifier, name } = imported;
  if (!/^(@[\w.-]+\/)?[\w.-]+(\/|$)/.test(specifier)) {
    if (reportAlias(node, specifier, scope)) return undefined;
    const message = `"${specifier}" is neither a file nor an npm package`;
    reportAt(scope, node, "load/unresolved-import", message, "import types by a relative path, or from a package");
    return undefined;
  }
  // In a signature, only the name of a type is needed. The package of the type is not read, because
  // it can have a thousand files, such as fast-check for the type `Arbitrary`.
  if (scope.signature && scope.modules.isInstalled(specifier, packageOfFile(scope.file.path)))
    return { kind: "ref", to: addModuleType(scope.table, specifier, name) };
  if (isOfRuntime(imported)) {
    const text = `import from "${runtimePackage}"`;
    const message = `"${specifier}" does not export the type ${name}`;
    const edits = importFrom(scope.file, specifier, runtimePackage);
    const cause = `other-package:${specifier}`;
    reportAt(scope, node, "load/unresolved-import", message, { ...remedy({ text, edits }), cause });
    return undefined;
  }
  scope.modules.use(specifier);
  const found = scope.modules.read(specifier, packageOfFile(scope.file.path));
  scope.table.lookInto(scope.package, moduleId(specifier));
  if (found === undefined) {
    reportNotInstalled(node, imported, scope);
    return undefined;
  }
  if (found.types !== undefined && !found.types.has(name)) {
    reportMissing(node, imported, found.types, scope);
    return undefined;
  }
  if ((node.typeArguments ?? []).length > 0 && specifier !== runtimePackage) {
    const message = `\`${name}\` is a generic type of the package "${specifier}", whose fields are unknown`;
    reportAt(scope, node, "load/opaque-generic", message, "declare an interface with these fields in the project");
    return undefined;
  }
  const plain = found.entry === undefined ? undefined : plainAlias(scope.find, found.entry, name);
  return plain ?? { kind: "ref", to: addModuleType(scope.table, specifier, name) };
}

/**
 * Reports whether the runtime exports a type that the code imports from another package of this
 * project.
 */
function isOfRuntime({ specifier, name }: Imported): boolean {
  return (
    /^@apimachinery\/(codegen|client|apiserver)$/.test(specifier) && (isScalarName(name) || runtimeNames.has(name))
  );
}

function reportNotInstalled(node: ts.Node, { specifier, name }: Imported, scope: LowerScope): void {
  if (reportAlias(node, specifier, scope)) return;
  // Client libraries for Kubernetes name ObjectMeta and ListMeta V1ObjectMeta and V1ListMeta.
  const own = name.replace(/^V1(?=[A-Z])/, "");
  const install = packageManagerOf(scope.packages.root).add([npmPackage(specifier)]);
  const instead = `use ${own} of "${runtimePackage}", which generated code supports; or install the package: ${install}`;
  reportAt(scope, node, "load/not-installed", `\`${name}\` is imported from "${specifier}", which is not installed`, {
    hint: own !== name && runtimeNames.has(own) ? instead : install,
    cause: `not-installed:${npmPackage(specifier)}`,
  });
}

function reportMissing(
  node: ts.Node,
  { specifier, name }: Imported,
  exported: Iterable<string>,
  scope: LowerScope,
): void {
  const meant = nearest(name, exported);
  const message = `"${specifier}" does not export a type \`${name}\``;
  const advice =
    meant === undefined
      ? "correct the import"
      : remedy({ text: `did you mean ${meant}?`, edits: renameImported(scope.file, specifier, name, meant) });
  reportAt(scope, node, "load/unresolved-import", message, advice);
}

/**
 * Reports an import that resolves only because of a setting, such as `paths` of a tsconfig.json.
 * @returns true if it has reported the import
 */
function reportAlias(node: ts.Node, specifier: string, scope: LowerScope): boolean {
  const alias = scope.packages.alias(scope.file.path, specifier);
  if (alias === undefined) return false;
  const { relative } = alias;
  const advice =
    relative === undefined
      ? "import types by a relative path, or from a package"
      : remedy({
          text: `import from ${JSON.stringify(relative)}`,
          edits: importFrom(scope.file, specifier, relative),
        });
  const message = `"${specifier}" is an import alias from ${alias.setting}, but codegen does not follow import aliases`;
  reportAt(scope, node, "load/unresolved-import", message, advice);
  return true;
}

/** Returns an id that represents all types of a module. It occurs only in recorded dependencies. */
export function moduleId(specifier: string): TypeId {
  return `${specifier}#`;
}

/**
 * Adds a type of the runtime to the table and returns its id. Expressions of other types can then
 * refer to it.
 */
export function runtimeTypeId(table: TypeTable, name: string): TypeId {
  return addModuleType(table, runtimePackage, name);
}

/**
 * Adds a type of an npm package to the table as opaque, and returns its id. Only the name of such a
 * type is known.
 */
export function addModuleType(table: TypeTable, specifier: string, name: string): TypeId {
  return table.add({
    id: `${specifier}#${name}`,
    package: specifier,
    name,
    file: specifier,
    position: { file: specifier, line: 1, column: 1 },
    exported: true,
    markers: [],
    description: "",
    lower: () => ({ kind: "opaque" }),
  });
}

/**
 * Returns the scalar or the literals to which an exported alias refers; undefined for every other
 * type.
 */
function plainAlias(find: Find, entry: string, name: string): Type | undefined {
  const found = find.exported(entry, name);
  return found === undefined ? undefined : plainDeclaration(find, found, new Set());
}

function plainDeclaration(find: Find, found: ResolvedName, seen: Set<ts.Node>): Type | undefined {
  const known = find.runtimeName(found);
  if (known !== undefined) return isScalarName(known) ? { kind: "scalar", name: known } : undefined;
  const [node, ...more] = found.kind === "declared" ? found.declared.nodes : [];
  if (found.kind !== "declared" || node === undefined || more.length > 0 || seen.has(node)) return undefined;
  seen.add(node);
  const isAlias = compiler.isTypeAliasDeclaration(node) && (node.typeParameters ?? []).length === 0;
  return isAlias ? plainType(find, found.declared.file, node.type, seen) : undefined;
}

function plainType(find: Find, file: SourceFile, node: ts.TypeNode, seen: Set<ts.Node>): Type | undefined {
  if (compiler.isParenthesizedTypeNode(node)) return plainType(find, file, node.type, seen);
  if (node.kind === compiler.SyntaxKind.StringKeyword) return { kind: "scalar", name: "string" };
  if (node.kind === compiler.SyntaxKind.NumberKeyword) return { kind: "scalar", name: "float64" };
  if (node.kind === compiler.SyntaxKind.BooleanKeyword) return { kind: "scalar", name: "boolean" };
  if (compiler.isLiteralTypeNode(node)) return literal(node.literal);
  if (compiler.isTypeReferenceNode(node) && compiler.isIdentifier(node.typeName) && node.typeArguments === undefined) {
    const found = find.name(file, [node.typeName.text]);
    return found === undefined ? undefined : plainDeclaration(find, found, seen);
  }
  if (!compiler.isUnionTypeNode(node)) return undefined;
  const values: (string | number | boolean)[] = [];
  for (const part of node.types) {
    const type = plainType(find, file, part, new Set(seen));
    if (type?.kind !== "literals") return undefined;
    values.push(...type.values);
  }
  return new Set(values.map((value) => typeof value)).size === 1
    ? { kind: "literals", values: [...new Set(values)] }
    : undefined;
}

function literal(node: ts.LiteralTypeNode["literal"]): Type | undefined {
  if (compiler.isStringLiteral(node)) return { kind: "literals", values: [node.text] };
  if (compiler.isNumericLiteral(node)) return { kind: "literals", values: [Number(node.text)] };
  return undefined;
}
