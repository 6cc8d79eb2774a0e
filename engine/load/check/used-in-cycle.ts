import type { ts } from "ts-morph";
import type { Problem } from "../../base/problem.js";
import type { Folder } from "../files.js";
import { compiler } from "../syntax/compiler.js";
import { positionInSource } from "../syntax/parse.js";
import type { SourceFile } from "../syntax/source-file.js";
import { loadProblems } from "../problem-codes.js";

/**
 * Generated files with constants, and patterns for the hand-written functions that these files
 * import.
 */
const generated = [
  { specifier: /^\.\/zz_generated\.fuzz(\.[jt]s)?$/, constant: /^(auto)?Fuzz_/, handWritten: /^Fuzz_/ },
  { specifier: /^\.\/zz_generated\.validation(\.[jt]s)?$/, constant: /^Validate_/, handWritten: /^ValidateCustom_/ },
];

/**
 * Reports generated constants that a file uses while it is loaded, although the generated file
 * imports the file. In such an import cycle, the constant may not exist yet.
 */
export function usedInCycle({ files }: Folder): Problem[] {
  return files.flatMap((file) =>
    usedWhileLoaded(file).map(({ name, node }) => ({
      ...loadProblems.is("load/used-in-cycle"),
      message: `${name} may be undefined while this file is loaded, because the generated file that exports it imports this file`,
      hint: `use ${name} only inside a function that is called later`,
      position: positionInSource(file.node, node.getStart(file.node)),
    })),
  );
}

interface Use {
  readonly name: string;
  readonly node: ts.Node;
}

function usedWhileLoaded(file: SourceFile): readonly Use[] {
  const constants = new Set(
    [...file.imports].flatMap(([local, { specifier, name }]) =>
      generated.some((one) => isCycle(file, specifier, one) && one.constant.test(name)) ? [local] : [],
    ),
  );
  if (constants.size === 0) return [];
  const uses: Use[] = [];
  const visit = (node: ts.Node): void => {
    if (compiler.isFunctionLike(node) || compiler.isImportDeclaration(node) || compiler.isExportDeclaration(node))
      return;
    if (compiler.isTypeNode(node)) return;
    if (compiler.isIdentifier(node) && constants.has(node.text)) uses.push({ name: node.text, node });
    compiler.forEachChild(node, visit);
  };
  visit(file.node);
  return uses;
}

function isCycle(
  { exports }: SourceFile,
  specifier: string,
  one: { readonly specifier: RegExp; readonly handWritten: RegExp },
): boolean {
  return one.specifier.test(specifier) && [...exports.keys()].some((name) => one.handWritten.test(name));
}
