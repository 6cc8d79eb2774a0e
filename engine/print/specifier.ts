import { posix } from "node:path";
import type { ImportEnding } from "../base/symbol.js";

/** Returns the relative specifier by which one file imports another: `../v1/types.js`. */
export function relativeSpecifier(from: string, to: string, ending: ImportEnding): string {
  const path = posix.relative(posix.dirname(from), to).replace(/\.ts$/, ending);
  return path.startsWith("../") ? path : `./${path}`;
}
