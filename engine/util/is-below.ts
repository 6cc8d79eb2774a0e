import { isAbsolute, relative, sep } from "node:path";

/** Reports whether a path is a folder or in it. Does not follow links. */
export function isBelow(folder: string, path: string): boolean {
  const below = relative(folder, path);
  return below !== ".." && !below.startsWith(`..${sep}`) && !isAbsolute(below);
}
