/**
 * A name of another file or package, as it stands in a view. The `print` helper prints it and so
 * records the import: imports are a consequence of what was printed.
 */
export interface SymbolRef {
  readonly symbol: string;
  /** A file relative to the root, or a module specifier (`module: true`). */
  readonly from: string;
  readonly module?: true;
  /** Imported as a type: `import type { T }`, or `import { type T, value }`. */
  readonly type?: true;
  /**
   * Printed as `<namespace>.<symbol>`, through `import * as <namespace>`: what two versions call
   * alike stands beside each other.
   */
  readonly namespace?: string;
  /**
   * Printed as a dynamic import, which is the module itself when somebody needs it; the file
   * imports nothing.
   */
  readonly lazy?: true;
}

/** What the `print` helper takes: text, names to import, and sequences of both. */
export type Printable = string | number | SymbolRef | readonly Printable[];

export function isSymbolRef(value: unknown): value is SymbolRef {
  return typeof value === "object" && value !== null && "symbol" in value && "from" in value;
}

/** The text of a Printable, whose symbols `print` prints. */
export function printWith(value: Printable, print: (symbol: SymbolRef) => string): string {
  if (typeof value === "string") return value;
  if (typeof value === "number") return String(value);
  return isSymbolRef(value) ? print(value) : value.map((part) => printWith(part, print)).join("");
}
