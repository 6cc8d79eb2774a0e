import type { ImportEnding } from "../print/specifier.js";
import type { Printable } from "../print/symbol.js";

/**
 * A function that a hint proposes for a hand-written file. The hint of one problem shows all
 * functions for the file.
 */
export interface Stub {
  /** Relative to the root. */
  readonly file: string;
  /** The function's name. */
  readonly name: string;
  readonly code: Printable;
  /** Ending of the relative imports of the file. */
  readonly importEnding: ImportEnding;
}
