import { rmSync } from "node:fs";
import { join } from "node:path";
import type { FileSystem } from "../load/discover/file-system.js";

const pattern = /^\.(.+)\.(\d+)\.tmp$/;

/**
 * The name under which a process prepares a file, in the same folder, so that a rename puts it in
 * place at once.
 */
export function temporaryName(file: string, processId: number): string {
  return `.${file}.${processId}.tmp`;
}

/**
 * Removes what killed processes left in these folders. A living process is still going to rename
 * its own.
 */
export function removeAbandoned(root: string, fileSystem: FileSystem, folders: readonly string[]): void {
  for (const folder of folders) {
    for (const { name } of fileSystem.list(folder) ?? [])
      if (isAbandoned(name)) removeQuietly(join(root, folder, name));
  }
}

/** Where it can't be removed nothing can be written, which is told then. */
function removeQuietly(path: string): void {
  try {
    rmSync(path, { force: true });
  } catch {
    return;
  }
}

export function isTemporary(name: string): boolean {
  return pattern.test(name);
}

/** Whether it is a temporary file whose process is gone. */
export function isAbandoned(name: string): boolean {
  const processId = pattern.exec(name)?.[2];
  return processId !== undefined && !isAlive(Number(processId));
}

function isAlive(processId: number): boolean {
  try {
    process.kill(processId, 0);
    return true;
  } catch (error) {
    // EPERM: it lives and belongs to somebody else.
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}
