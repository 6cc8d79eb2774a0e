/** A file of an old state. */
export interface StateFile {
  /** Relative to the root of the state, with forward slashes. */
  readonly path: string;
  readonly content: Uint8Array;
  /** True if the content is the target of a symbolic link. */
  readonly isLink?: true;
}

/** The files of an old state, or the reason why it cannot be read. */
export type StateFiles = { readonly files: Iterable<StateFile> } | { readonly fault: string; readonly hint?: string };

/** Types, configurations, protobuf numbers, and the text files that configurations name. */
const read = /\.(?:ts|mts|cts|json|jsonc|proto|txt|list)$/;
const ignored = /(?:^|\/)(?:node_modules|\.git)\//;

/** Reports whether a file of an old state can matter for its types. */
export function isRead(path: string): boolean {
  return read.test(path) && !ignored.test(path);
}
