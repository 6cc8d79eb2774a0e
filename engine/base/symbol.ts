/**
 * A name that a generated file imports from another file or package. In the data of a template, the
 * `print` helper prints the name and records the import.
 */
export interface SymbolRef {
  readonly symbol: string;
  /** Path of a file relative to the root, or a module specifier (with `module: true`). */
  readonly from: string;
  readonly module?: true;
  /**
   * True if the symbol is imported as a type: `import type { T }`, or `import { type T, value }`.
   */
  readonly type?: true;
  /**
   * Name of the namespace import. The symbol is printed as `<namespace>.<symbol>`, and imported by
   * `import * as <namespace>`. This distinguishes types of the same name in two versions. The
   * symbol `*` is the namespace itself.
   */
  readonly namespace?: string;
  /**
   * True if the symbol is printed as a dynamic import of the module. The file then has no import
   * statement for it.
   */
  readonly lazy?: true;
}

/** Input of the `print` helper: a string, a name to import, or a list of strings and names. */
export type Printable = string | number | SymbolRef | readonly Printable[];

export function isSymbolRef(value: unknown): value is SymbolRef {
  return typeof value === "object" && value !== null && "symbol" in value && "from" in value;
}

/**
 * Returns the text of a Printable.
 * @param print returns the text of a symbol
 */
export function printWith(value: Printable, print: (symbol: SymbolRef) => string): string {
  if (typeof value === "string") return value;
  if (typeof value === "number") return String(value);
  return isSymbolRef(value) ? print(value) : value.map((part) => printWith(part, print)).join("");
}

/**
 * The ending of relative imports. Generated files use the ending of the hand-written files in the
 * same folder, so that they compile under the same settings.
 */
export type ImportEnding = ".js" | ".ts" | "";
