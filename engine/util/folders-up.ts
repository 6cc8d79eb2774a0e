import { dirname } from "node:path";

/** Returns a folder and all folders above it, with the nearest first. */
export function foldersUp(folder: string): readonly string[] {
  const above = dirname(folder);
  return above === folder ? [folder] : [folder, ...foldersUp(above)];
}
