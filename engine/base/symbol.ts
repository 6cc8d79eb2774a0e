/**
 * A name that a generated file imports from another file or package. In a template, the `print`
 * helper prints the name and records the import.
 */
export interface SymbolRef {
  readonly symbol: string;
  /** Path of a file relative to the root; a module specifier if `module` is true. */
  readonly from: string;
  readonly module?: true;
  /**
   * True if the symbol is imported as a type: `import type { T }`, or `import { type T, value }`.
   */
  readonly type?: true;
  /**
   * Name of the namespace import. The symbol is printed as `<namespace>.<symbol>`, and the file has
   * `import * as <namespace>`. This distinguishes types of the same name in two versions. The
   * symbol `*` is printed as the namespace itself.
   */
  readonly namespace?: string;
  /**
   * True if the symbol is printed as a dynamic import of the module. The file then has no import
   * statement for it.
   */
  readonly lazy?: true;
}

/** Input of the `print` helper: a string, a number, a name to import, or a list of these. */
export type Printable = string | number | SymbolRef | readonly Printable[];

export function isSymbolRef(value: unknown): value is SymbolRef {
  return typeof value === "object" && value !== null && "symbol" in value && "from" in value;
}

/**
 * Returns the code of a `Printable` as a string.
 * @param print returns the code of a symbol
 */
export function printWith(value: Printable, print: (symbol: SymbolRef) => string): string {
  if (typeof value === "string") return value;
  if (typeof value === "number") return String(value);
  return isSymbolRef(value) ? print(value) : value.map((part) => printWith(part, print)).join("");
}

/**
 * The file ending of relative imports. Generated files use the ending of the hand-written files in
 * the same folder, so that both compile under the same settings.
 */
export type ImportEnding = ".js" | ".ts" | "";
