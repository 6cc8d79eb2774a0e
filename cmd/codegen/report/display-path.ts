import { existsSync } from "node:fs";
import { dirname, isAbsolute, join, relative, resolve, sep } from "node:path";

/**
 * @returns a function from paths of the project to paths as seen from a folder, with forward
 * slashes
 */
export function displayPaths(root: string, cwd: string): (file: string) => string {
  if (root === cwd) return (file) => file;
  return (file) => relative(cwd, resolve(root, file)).split(sep).join("/");
}

/**
 * The folder that services which annotate code see paths from: the workspace that they name, where
 * the project lies in it, else the repository around the project. Without either it is the project
 * itself.
 */
export function repositoryFolder(root: string, workspace: string | undefined): string {
  if (workspace !== undefined && isAbsolute(workspace) && !relative(workspace, root).startsWith("..")) return workspace;
  for (let folder = root; ; folder = dirname(folder)) {
    if (existsSync(join(folder, ".git"))) return folder;
    if (dirname(folder) === folder) return root;
  }
}
