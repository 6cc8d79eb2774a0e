import { indexDefinitions } from "../../markers/definitions.js";
import { compiler } from "./compiler.js";
import { readSourceFile } from "./source-file.js";

/** A name that a file imports. */
export interface ImportedName {
  readonly local: string;
  readonly specifier: string;
  /** The exported name; absent for a namespace import. */
  readonly symbol?: string;
  /** True for a type-only import: `import type` or `import { type T }`. */
  readonly type: boolean;
}

/**
 * Returns the names that a file imports and declares. Code that is added to the file can use the
 * imports, and must not declare these names again.
 */
export function namesInFile(
  path: string,
  text: string,
): { readonly imports: readonly ImportedName[]; readonly declared: readonly string[] } {
  const { imports, declared, functions, constants } = readSourceFile(path, text, indexDefinitions([]));
  const names = [...functions, ...constants.map(({ node }) => node)].map(({ name }) => name);
  return {
    imports: [...imports].map(([local, { specifier, name, typeOnly }]) => ({
      local,
      specifier,
      ...(name === "*" ? {} : { symbol: name }),
      type: typeOnly,
    })),
    declared: [
      ...declared.keys(),
      ...names.flatMap((name) => (name !== undefined && compiler.isIdentifier(name) ? name.text : [])),
    ],
  };
}
