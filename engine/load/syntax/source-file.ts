import type { ts } from "ts-morph";
import { compiler } from "./compiler.js";
import type { MarkerDefinitions } from "../../markers/definitions.js";
import { Comments } from "./comments.js";
import { parseSource } from "./parse.js";

/** The declarations, imports and exports of one file, by name. The names are not resolved yet. */
export interface SourceFile {
  readonly path: string;
  readonly node: ts.SourceFile;
  readonly comments: Comments;
  /**
   * Interfaces, type aliases, enums, classes and namespaces by name. A name can have several
   * declarations, because interfaces merge.
   */
  readonly declared: ReadonlyMap<string, DeclaredName>;
  readonly functions: readonly ts.FunctionDeclaration[];
  readonly constants: readonly { readonly node: ts.VariableDeclaration; readonly statement: ts.VariableStatement }[];
  /** Imports, by the local name of the imported value or type. */
  readonly imports: ReadonlyMap<string, Import>;
  /**
   * Exports by exported name. Each refers to a name in this file, or in the file to which the
   * specifier of the export refers.
   */
  readonly exports: ReadonlyMap<string, Export>;
  /** The `export * from` statements of the file. */
  readonly stars: readonly Star[];
}

/** An exported name. `specifier` is absent if the same file declares or imports the name. */
export interface Export {
  readonly name: string;
  readonly specifier?: string;
  /** True for a type-only export: `export type { … }`. */
  readonly typeOnly?: boolean;
}

/** An `export * from` statement. */
export type Star = Required<Pick<Export, "specifier" | "typeOnly">>;

/** All declarations of a name in one file. */
export interface DeclaredName {
  readonly name: string;
  readonly file: SourceFile;
  readonly nodes: readonly DeclarationNode[];
}

export type DeclarationNode =
  | ts.InterfaceDeclaration
  | ts.TypeAliasDeclaration
  | ts.EnumDeclaration
  | ts.ClassDeclaration
  | ts.ModuleDeclaration;

/** A name that a file imports, and the syntax node that imports it. */
export interface Import {
  readonly specifier: string;
  /** The name in the imported module: `*` for a namespace import. */
  readonly name: string;
  /** True for a type-only import: `import type` or `import { type T }`. */
  readonly typeOnly: boolean;
  readonly node: ts.Node;
}

/** Parses a file and collects its declarations, imports and exports. */
export function readSourceFile(path: string, text: string, definitions: MarkerDefinitions): SourceFile {
  const node = parseSource(path, text);
  const declared = new Map<string, { name: string; file: SourceFile; nodes: DeclarationNode[] }>();
  const functions: ts.FunctionDeclaration[] = [];
  const constants: { node: ts.VariableDeclaration; statement: ts.VariableStatement }[] = [];
  const imports = new Map<string, Import>();
  const exports = new Map<string, Export>();
  const stars: Star[] = [];
  let comments: Comments | undefined;
  const file: SourceFile = {
    path,
    node,
    // Comments are read only when they are needed, and never in declaration files of other
    // packages.
    get comments() {
      return (comments ??= new Comments(node, definitions));
    },
    declared,
    functions,
    constants,
    imports,
    exports,
    stars,
  };
  for (const statement of node.statements) {
    if (isDeclaration(statement)) {
      const name = statement.name?.text ?? "default";
      const known = declared.get(name);
      if (known === undefined) declared.set(name, { name, file, nodes: [statement] });
      else known.nodes.push(statement);
      if (isExported(statement)) exports.set(hasDefaultModifier(statement) ? "default" : name, { name });
    } else if (compiler.isFunctionDeclaration(statement)) {
      functions.push(statement);
      if (isExported(statement) && statement.name !== undefined)
        exports.set(hasDefaultModifier(statement) ? "default" : statement.name.text, { name: statement.name.text });
    } else if (compiler.isVariableStatement(statement)) {
      for (const variable of statement.declarationList.declarations) {
        constants.push({ node: variable, statement });
        if (isExported(statement) && compiler.isIdentifier(variable.name))
          exports.set(variable.name.text, { name: variable.name.text });
      }
    } else if (compiler.isImportDeclaration(statement)) readImport(statement, imports);
    else if (compiler.isExportDeclaration(statement)) readExport(statement, exports, stars);
  }
  return file;
}

/** Reports whether a statement has the modifier `export`. */
export function isExported(node: ts.Node): boolean {
  return hasModifier(node, compiler.SyntaxKind.ExportKeyword);
}

/** Reports whether a statement has the modifier `default`. */
export function hasDefaultModifier(node: ts.Node): boolean {
  return hasModifier(node, compiler.SyntaxKind.DefaultKeyword);
}

function hasModifier(node: ts.Node, modifier: ts.SyntaxKind): boolean {
  return compiler.canHaveModifiers(node) && (node.modifiers ?? []).some(({ kind }) => kind === modifier);
}

function isDeclaration(node: ts.Node): node is DeclarationNode {
  return (
    compiler.isInterfaceDeclaration(node) ||
    compiler.isTypeAliasDeclaration(node) ||
    compiler.isEnumDeclaration(node) ||
    compiler.isClassDeclaration(node) ||
    compiler.isModuleDeclaration(node)
  );
}

function readImport(node: ts.ImportDeclaration, imports: Map<string, Import>): void {
  if (!compiler.isStringLiteral(node.moduleSpecifier) || node.importClause === undefined) return;
  const specifier = node.moduleSpecifier.text;
  const { name, namedBindings, phaseModifier } = node.importClause;
  const typeOnly = phaseModifier === compiler.SyntaxKind.TypeKeyword;
  if (name !== undefined) imports.set(name.text, { specifier, name: "default", typeOnly, node });
  if (namedBindings === undefined) return;
  if (compiler.isNamespaceImport(namedBindings))
    imports.set(namedBindings.name.text, { specifier, name: "*", typeOnly, node });
  else
    for (const element of namedBindings.elements) {
      const imported = (element.propertyName ?? element.name).text;
      const isType = typeOnly || element.isTypeOnly;
      imports.set(element.name.text, { specifier, name: imported, typeOnly: isType, node: element });
    }
}

function readExport(node: ts.ExportDeclaration, exports: Map<string, Export>, stars: Star[]): void {
  const specifier =
    node.moduleSpecifier !== undefined && compiler.isStringLiteral(node.moduleSpecifier)
      ? node.moduleSpecifier.text
      : undefined;
  if (node.exportClause === undefined) {
    if (specifier !== undefined) stars.push({ specifier, typeOnly: node.isTypeOnly });
  } else if (compiler.isNamedExports(node.exportClause)) {
    for (const element of node.exportClause.elements) {
      const name = (element.propertyName ?? element.name).text;
      exports.set(element.name.text, {
        name,
        ...(specifier === undefined ? {} : { specifier }),
        typeOnly: node.isTypeOnly || element.isTypeOnly,
      });
    }
  } else if (specifier !== undefined) exports.set(node.exportClause.name.text, { name: "*", specifier });
}
