import type { ts } from "ts-morph";
import { compiler } from "../../../../engine/load/syntax/compiler.js";
import { parse, positionAt, syntaxErrors } from "../../../../engine/load/syntax/parse.js";

/**
 * Returns the fault of a printed file that is not only data: anything but comments, imports of
 * types, interfaces and type aliases, and `export {}`. Returns undefined for a file of data. Names
 * and texts of an imported document are escaped when they are printed; this check is the second
 * line of defence, because a statement would run when the file is loaded.
 */
export function codeIn(path: string, text: string): string | undefined {
  const file = parse(path, text);
  const [error] = syntaxErrors(file);
  if (error !== undefined) return `line ${String(error.position.line)} is not TypeScript: ${error.message}`;
  const foreign = file.statements.find((statement) => !isData(statement));
  if (foreign === undefined) return undefined;
  const { line } = positionAt(file, foreign.getStart(file));
  return `line ${String(line)} has a statement: ${JSON.stringify(foreign.getText(file).slice(0, 60))}`;
}

function isData(statement: ts.Statement): boolean {
  if (compiler.isInterfaceDeclaration(statement) || compiler.isTypeAliasDeclaration(statement)) return true;
  if (compiler.isImportDeclaration(statement)) return statement.importClause?.isTypeOnly === true;
  if (!compiler.isExportDeclaration(statement) || statement.moduleSpecifier !== undefined) return false;
  const { exportClause } = statement;
  return exportClause !== undefined && compiler.isNamedExports(exportClause) && exportClause.elements.length === 0;
}
