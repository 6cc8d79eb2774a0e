import { posix } from "node:path";

/**
 * The ending of relative imports. Generated files use the ending of the hand-written files in the
 * same folder, so that they compile under the same settings.
 */
export type ImportEnding = ".js" | ".ts" | "";

/** Returns the specifier by which one file of the root imports another: `../v1/types.js`. */
export function relativeSpecifier(from: string, to: string, ending: ImportEnding): string {
  const path = posix.relative(posix.dirname(from), to).replace(/\.ts$/, ending);
  return path.startsWith("../") ? path : `./${path}`;
}
