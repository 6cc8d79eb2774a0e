import type { ImportEnding, Printable } from "./symbol.js";

/**
 * A function that a hint proposes for a hand-written file. If several problems propose functions
 * for one file, the hint of one problem shows all these functions.
 */
export interface Stub {
  /** Path of the file, relative to the root. */
  readonly file: string;
  readonly name: string;
  readonly code: Printable;
  /** The file ending of relative imports in the file. */
  readonly importEnding: ImportEnding;
}
