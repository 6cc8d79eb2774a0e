import { posix } from "node:path";

/**
 * How relative imports end: what the person's own files do, so that generated code builds the way
 * theirs does.
 */
export type ImportEnding = ".js" | ".ts" | "";

/** The specifier by which one file of the root imports another: `../v1/types.js`. */
export function relativeSpecifier(from: string, to: string, ending: ImportEnding): string {
  const path = posix.relative(posix.dirname(from), to).replace(/\.ts$/, ending);
  return path.startsWith("../") ? path : `./${path}`;
}
