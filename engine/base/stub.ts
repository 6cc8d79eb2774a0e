import type { ImportEnding, Printable } from "./symbol.js";

/**
 * A function that a hint proposes for a hand-written file. The hint of one problem shows all
 * functions for the file.
 */
export interface Stub {
  /** Path relative to the root. */
  readonly file: string;
  readonly name: string;
  readonly code: Printable;
  /** The ending of the file's relative imports. */
  readonly importEnding: ImportEnding;
}
