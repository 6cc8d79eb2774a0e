import { readFileSync, readdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import ts from "typescript6";

/**
 * A type in the declarations of the npm package: a literal or a type name, possibly in lists and
 * maps.
 */
export type TypeShape =
  | { readonly kind: "name"; readonly name: string }
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "list"; readonly element: TypeShape }
  | { readonly kind: "map"; readonly value: TypeShape };

export interface Property {
  readonly name: string;
  readonly doc: string;
  readonly isOptional: boolean;
  readonly type: TypeShape;
}

export interface Interface {
  readonly name: string;
  readonly doc: string;
  readonly properties: readonly Property[];
}

/** A version of a group, from the file `<folder>/<version>.d.ts` of the npm package. */
export interface Version {
  readonly folder: string;
  readonly version: string;
  /** For each imported name, the module from which it is imported: `../core/v1`. */
  readonly imports: Readonly<Record<string, string>>;
  readonly interfaces: readonly Interface[];
  /** Aliases of unions that API types do not support. The type `unknown` replaces them. */
  readonly mixedUnions: readonly string[];
}

const source = dirname(fileURLToPath(import.meta.resolve("kubernetes-types/package.json")));

/**
 * Returns every version of every group of kubernetes-types, except meta. The runtime has the types
 * of meta.
 */
export function readVersions(): readonly Version[] {
  return readdirSync(source, { recursive: true, encoding: "utf8" })
    .flatMap((path) => {
      const [, folder = "", version = ""] = /^(\w+)[/\\](v\w+)\.d\.ts$/.exec(path) ?? [];
      return version === "" || folder === "meta" ? [] : [readVersion(path, folder, version)];
    })
    .toSorted((a, b) => (`${a.folder}/${a.version}` < `${b.folder}/${b.version}` ? -1 : 1));
}

function readVersion(path: string, folder: string, version: string): Version {
  const file = ts.createSourceFile(path, readFileSync(join(source, path), "utf8"), ts.ScriptTarget.Latest, true);
  const imports: Record<string, string> = {};
  const interfaces: Interface[] = [];
  const mixedUnions: string[] = [];
  for (const statement of file.statements) {
    if (ts.isImportDeclaration(statement)) {
      const names = statement.importClause?.namedBindings;
      if (names === undefined || !ts.isNamedImports(names) || !ts.isStringLiteral(statement.moduleSpecifier))
        throw new Error(`${path}: ${statement.getText()}`);
      for (const { name } of names.elements) imports[name.text] = statement.moduleSpecifier.text;
    } else if (ts.isInterfaceDeclaration(statement)) {
      interfaces.push({
        name: statement.name.text,
        doc: docOf(statement),
        properties: statement.members.map(propertyOf),
      });
    } else if (ts.isTypeAliasDeclaration(statement)) {
      mixedUnions.push(statement.name.text);
    } else throw new Error(`${path}: unexpected statement ${statement.getText()}`);
  }
  return { folder, version, imports, interfaces, mixedUnions };
}

function propertyOf(member: ts.TypeElement): Property {
  if (!ts.isPropertySignature(member) || member.type === undefined)
    throw new Error(`not a property: ${member.getText()}`);
  const name = ts.isStringLiteral(member.name) ? member.name.text : member.name.getText();
  return { name, doc: docOf(member), isOptional: member.questionToken !== undefined, type: shapeOf(member.type) };
}

function shapeOf(node: ts.TypeNode): TypeShape {
  if (ts.isArrayTypeNode(node)) return { kind: "list", element: shapeOf(node.elementType) };
  if (ts.isTypeReferenceNode(node)) {
    const name = node.typeName.getText();
    const [argument] = node.typeArguments ?? [];
    if (argument === undefined) return { kind: "name", name };
    if (name === "Array") return { kind: "list", element: shapeOf(argument) };
  }
  if (ts.isTypeLiteralNode(node)) {
    const [member] = node.members;
    if (member !== undefined && ts.isIndexSignatureDeclaration(member))
      return { kind: "map", value: shapeOf(member.type) };
  }
  return { kind: "text", text: node.getText() };
}

/**
 * Returns the text of a comment. The characters that end a comment are separated, so that the text
 * can be part of another comment.
 */
function docOf(node: ts.Node): string {
  const [comment] = ts.getJSDocCommentsAndTags(node).filter((entry) => ts.isJSDoc(entry));
  return comment === undefined ? "" : (ts.getTextOfJSDocComment(comment.comment) ?? "").replaceAll("*/", "* /");
}
