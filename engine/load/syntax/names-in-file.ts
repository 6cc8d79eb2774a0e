import type { ts } from "ts-morph";
import { compiler } from "./compiler.js";
import { parseSource } from "./parse.js";

/** A name that a file imports. */
export interface ImportedName {
  readonly local: string;
  readonly specifier: string;
  /** The exported name; absent for a namespace import. */
  readonly symbol?: string;
  /** True for a type-only import: `import type` or `import { type T }`. */
  readonly type: boolean;
}

/** The names at the top level of a file. */
export interface NamesInFile {
  readonly imports: readonly ImportedName[];
  /** Names that the file itself declares. */
  readonly declared: readonly string[];
}

/**
 * Returns the names that a file imports and declares. Code that is added to the file can use the
 * imports, and must not declare these names again.
 */
export function namesInFile(path: string, text: string): NamesInFile {
  const { statements } = parseSource(path, text);
  return { imports: statements.flatMap(importedNames), declared: statements.flatMap(declaredNames) };
}

function importedNames(node: ts.Statement): ImportedName[] {
  if (
    !compiler.isImportDeclaration(node) ||
    !compiler.isStringLiteral(node.moduleSpecifier) ||
    node.importClause === undefined
  )
    return [];
  const specifier = node.moduleSpecifier.text;
  const { name, namedBindings, phaseModifier } = node.importClause;
  const isTypeOnly = phaseModifier === compiler.SyntaxKind.TypeKeyword;
  const found: ImportedName[] =
    name === undefined ? [] : [{ local: name.text, specifier, symbol: "default", type: isTypeOnly }];
  if (namedBindings === undefined) return found;
  if (compiler.isNamespaceImport(namedBindings))
    return [...found, { local: namedBindings.name.text, specifier, type: isTypeOnly }];
  const elements = namedBindings.elements.map((element) => ({
    local: element.name.text,
    specifier,
    symbol: (element.propertyName ?? element.name).text,
    type: isTypeOnly || element.isTypeOnly,
  }));
  return [...found, ...elements];
}

function declaredNames(node: ts.Statement): string[] {
  if (compiler.isVariableStatement(node)) {
    return node.declarationList.declarations.flatMap(({ name }) => (compiler.isIdentifier(name) ? name.text : []));
  }
  const { name } = node as ts.Statement & { readonly name?: ts.Node };
  return name !== undefined && compiler.isIdentifier(name) ? [name.text] : [];
}
