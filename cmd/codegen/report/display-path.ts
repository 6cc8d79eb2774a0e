import { relative, resolve, sep } from "node:path";

/** @returns a function from paths of the project to paths as seen from a folder, with forward slashes */
export function displayPaths(root: string, cwd: string): (file: string) => string {
  if (root === cwd) return (file) => file;
  return (file) => relative(cwd, resolve(root, file)).split(sep).join("/");
}
