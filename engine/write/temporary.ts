import { join } from "node:path";
import { removeIfPossible } from "../base/cache-folder.js";
import type { FileSystem } from "../base/file-system.js";

const pattern = /^\.(.+)\.(\d+)\.tmp$/;

/**
 * Returns the name of the temporary file to which a process writes the new text of a file. It is in
 * the same folder as the file, because only a rename within a folder replaces a file atomically.
 */
export function temporaryName(file: string, processId: number): string {
  return `.${file}.${processId}.tmp`;
}

/**
 * Removes temporary files of processes that no longer run. Temporary files of running processes are
 * kept. Ignores errors, because the next write fails for the same reason and reports the error.
 */
export function removeAbandoned(root: string, fileSystem: FileSystem, folders: readonly string[]): void {
  for (const folder of folders) {
    for (const { name } of fileSystem.list(folder) ?? [])
      if (isAbandoned(name)) removeIfPossible(join(root, folder, name));
  }
}

/** Reports whether a file name belongs to a temporary file of a process that no longer runs. */
export function isAbandoned(name: string): boolean {
  const processId = pattern.exec(name)?.[2];
  return processId !== undefined && !isAlive(Number(processId));
}

function isAlive(processId: number): boolean {
  try {
    process.kill(processId, 0);
    return true;
  } catch (error) {
    // The error EPERM means that the process runs but belongs to another user.
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}
