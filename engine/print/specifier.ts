import { posix } from "node:path";

/**
 * The ending of relative imports: the same as in the hand-written files of the folder, so that
 * generated code compiles under the same settings.
 */
export type ImportEnding = ".js" | ".ts" | "";

/** Returns the specifier by which one file of the root imports another: `../v1/types.js`. */
export function relativeSpecifier(from: string, to: string, ending: ImportEnding): string {
  const path = posix.relative(posix.dirname(from), to).replace(/\.ts$/, ending);
  return path.startsWith("../") ? path : `./${path}`;
}
