/**
 * A name of another file or package in the data of a template. The `print` helper prints it and
 * records the import.
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
   * Name of the namespace import. The symbol is printed as `<namespace>.<symbol>` with `import * as
   * <namespace>`. This distinguishes names that two versions share.
   */
  readonly namespace?: string;
  /**
   * True if the symbol is printed as a dynamic import of the module. The file then has no import
   * statement for it.
   */
  readonly lazy?: true;
}

/** Input of the `print` helper: text, names to import, and lists of both. */
export type Printable = string | number | SymbolRef | readonly Printable[];

export function isSymbolRef(value: unknown): value is SymbolRef {
  return typeof value === "object" && value !== null && "symbol" in value && "from" in value;
}

/** Returns the text of a Printable; `print` prints its symbols. */
export function printWith(value: Printable, print: (symbol: SymbolRef) => string): string {
  if (typeof value === "string") return value;
  if (typeof value === "number") return String(value);
  return isSymbolRef(value) ? print(value) : value.map((part) => printWith(part, print)).join("");
}
