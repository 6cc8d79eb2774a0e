/** A file of an old state. */
export interface StateFile {
  /** Path relative to the root of the state, with forward slashes. */
  readonly path: string;
  readonly content: Uint8Array;
  /** True for a symbolic link, whose content is the path to which it leads. */
  readonly isLink?: true;
}

/**
 * Names of the files that are read: types, configurations, protobuf numbers, and text files to
 * which configurations refer.
 */
const read = /\.(?:ts|mts|cts|json|jsonc|proto|txt|list)$/;
const ignored = /(?:^|\/)(?:node_modules|\.git)\//;

/** Reports whether the types of an old state can depend on a file. */
export function isRead(path: string): boolean {
  return read.test(path) && !ignored.test(path);
}
