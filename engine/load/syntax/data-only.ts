import type { ts } from "ts-morph";
import { compiler } from "./compiler.js";
import { parseSource, positionInSource, syntaxErrors } from "./parse.js";

/**
 * Returns the problem of a file that contains anything except comments, imports of types,
 * interfaces, type aliases and `export {}`; otherwise, returns undefined. Any other statement would
 * run when the file is loaded. This check protects users if a string of an imported document was
 * escaped incorrectly.
 */
export function codeIn(path: string, text: string): string | undefined {
  const file = parseSource(path, text);
  const [error] = syntaxErrors(file);
  if (error !== undefined) return `line ${String(error.position.line)} is not TypeScript: ${error.message}`;
  const foreign = file.statements.find((statement) => !isData(statement));
  if (foreign === undefined) return undefined;
  const { line } = positionInSource(file, foreign.getStart(file));
  return `line ${String(line)} has a statement: ${JSON.stringify(foreign.getText(file).slice(0, 60))}`;
}

function isData(statement: ts.Statement): boolean {
  if (compiler.isInterfaceDeclaration(statement) || compiler.isTypeAliasDeclaration(statement)) return true;
  if (compiler.isImportDeclaration(statement))
    return statement.importClause?.phaseModifier === compiler.SyntaxKind.TypeKeyword;
  if (!compiler.isExportDeclaration(statement) || statement.moduleSpecifier !== undefined) return false;
  const { exportClause } = statement;
  return exportClause !== undefined && compiler.isNamedExports(exportClause) && exportClause.elements.length === 0;
}
