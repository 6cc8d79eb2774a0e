import { existsSync } from "node:fs";
import { isAbsolute, join, relative, resolve } from "node:path";
import { foldersUp } from "../../../engine/util/folders-up.js";
import { relativePath } from "../../../engine/util/relative-path.js";

/**
 * Returns a function that turns paths of the project into paths relative to a folder, with forward
 * slashes.
 */
export function displayPaths(root: string, cwd: string): (file: string) => string {
  if (root === cwd) return (file) => file;
  return (file) => relativePath(cwd, resolve(root, file));
}

/**
 * Returns the folder to which paths in annotations for services such as GitHub are relative. If the
 * project is in the given workspace, this is the workspace. Otherwise it is the repository around
 * the project, or the project itself if no repository exists.
 */
export function repositoryFolder(root: string, workspace: string | undefined): string {
  if (workspace !== undefined && isAbsolute(workspace) && !relative(workspace, root).startsWith("..")) return workspace;
  return foldersUp(root).find((folder) => existsSync(join(folder, ".git"))) ?? root;
}
