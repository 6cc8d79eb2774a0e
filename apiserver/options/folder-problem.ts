import { stat } from "node:fs/promises";
import { userInfo } from "node:os";
import { dirname, resolve } from "node:path";

/**
 * Returns an error that explains why the server cannot use a folder. This error replaces the error
 * of the system.
 * @param flag name of the flag that sets the folder
 * @param error the system's error for the folder or for a file in it
 */
export async function folderProblem(flag: string, folder: string, error: unknown): Promise<Error> {
  const { code, message } = error as NodeJS.ErrnoException;
  return new Error(`${flag}: ${(await reasonOf(flag, folder, code)) ?? message}`, { cause: error });
}

/** Reports whether an error is an error of the operating system about a file or a folder. */
export function isSystemError(error: unknown): error is NodeJS.ErrnoException & { readonly path: string } {
  return error instanceof Error && "path" in error && typeof error.path === "string";
}

async function reasonOf(flag: string, folder: string, code: string | undefined): Promise<string | undefined> {
  const nearest = await nearestExisting(resolve(folder));
  if (code === "EEXIST" || code === "ENOTDIR")
    return nearest.isFolder ? undefined : `${nearest.path} is a file, not a folder: remove it, or name another folder`;
  if (code !== "EACCES" && code !== "EPERM") return undefined;
  return `user ${userName()} may not write to ${nearest.path}: name another folder with ${flag}, or change the permissions of this folder`;
}

/** Returns the folder, or its nearest parent folder if the folder does not exist. */
async function nearestExisting(path: string): Promise<{ readonly path: string; readonly isFolder: boolean }> {
  const found = await stat(path).catch(() => undefined);
  if (found !== undefined || path === dirname(path)) return { path, isFolder: found?.isDirectory() === true };
  return nearestExisting(dirname(path));
}

/**
 * Returns the name of the process's user. If the user has no name, as in some containers, returns
 * the user's number.
 */
function userName(): string {
  try {
    return userInfo().username;
  } catch {
    return String(process.getuid?.() ?? "");
  }
}
