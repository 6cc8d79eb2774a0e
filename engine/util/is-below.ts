import { isAbsolute, relative, sep } from "node:path";

/** Reports whether a path is the folder itself or is below it. Does not resolve symbolic links. */
export function isBelow(folder: string, path: string): boolean {
  const below = relative(folder, path);
  return below !== ".." && !below.startsWith(`..${sep}`) && !isAbsolute(below);
}
