import { compiler } from "../syntax/compiler.js";
import type { TypeId } from "../../model/universe.js";
import { packageOfFile } from "../discover/paths.js";
import type { Files } from "../files.js";
import type { Position } from "../../base/problem.js";
import { positionInSource } from "../syntax/parse.js";
import type { DeclaredName, SourceFile } from "../syntax/source-file.js";

/** Returns the id of a declared type. */
export function idOfDeclared(declared: DeclaredName): TypeId {
  return `${packageOfFile(declared.file.path)}#${declared.name}`;
}

/** Returns the position of the name of a declaration. */
export function positionOfName({ file: { node }, nodes: [first] }: DeclaredName): Position {
  return positionInSource(node, (first?.name ?? first ?? node).getStart(node));
}

/** Reports whether a declaration has type parameters. */
export function isGeneric({ nodes }: DeclaredName): boolean {
  return nodes.some(
    (node) =>
      (compiler.isInterfaceDeclaration(node) || compiler.isTypeAliasDeclaration(node)) &&
      (node.typeParameters ?? []).length > 0,
  );
}

/** Reports whether a file exports a declaration under the declared name. */
export function isExportedName(declared: DeclaredName): boolean {
  const found = declared.file.exports.get(declared.name);
  return found !== undefined && found.specifier === undefined && found.name === declared.name;
}

/**
 * Returns the path of another file in the same folder that declares a type of the same name;
 * undefined if none does.
 */
export function duplicateOf(files: Files, declared: DeclaredName): string | undefined {
  const folder = files.folder(packageOfFile(declared.file.path));
  const declares = (file: SourceFile) => file !== declared.file && isType(file.declared.get(declared.name));
  return folder?.files.find(declares)?.path;
}

function isType(declared: DeclaredName | undefined): boolean {
  return (
    declared !== undefined &&
    declared.nodes.some((node) => compiler.isInterfaceDeclaration(node) || compiler.isTypeAliasDeclaration(node))
  );
}
