import { stat } from "node:fs/promises";
import { userInfo } from "node:os";
import { dirname, resolve } from "node:path";

/**
 * Returns an error that explains why a folder of the server cannot be used, in place of the
 * system's message.
 * @param flag that names the folder
 * @param error of the system, for the folder or a file in it
 */
export async function folderProblem(flag: string, folder: string, error: unknown): Promise<Error> {
  const { code, message } = error as NodeJS.ErrnoException;
  return new Error(`${flag}: ${(await reasonOf(flag, folder, code)) ?? message}`, { cause: error });
}

async function reasonOf(flag: string, folder: string, code: string | undefined): Promise<string | undefined> {
  const nearest = await nearestExisting(resolve(folder));
  if (code === "EEXIST" || code === "ENOTDIR")
    return nearest.isFolder ? undefined : `${nearest.path} is a file, not a folder: remove it, or name another folder`;
  if (code !== "EACCES" && code !== "EPERM") return undefined;
  return `user ${userName()} may not write to ${nearest.path}: name another folder with ${flag}, or change the permissions of this one`;
}

/** Returns the folder, or its nearest parent that exists. */
async function nearestExisting(path: string): Promise<{ readonly path: string; readonly isFolder: boolean }> {
  const found = await stat(path).catch(() => undefined);
  if (found !== undefined || path === dirname(path)) return { path, isFolder: found?.isDirectory() === true };
  return nearestExisting(dirname(path));
}

/** Returns the name of the user, or the number: users of containers may have no name. */
function userName(): string {
  try {
    return userInfo().username;
  } catch {
    return String(process.getuid?.() ?? "");
  }
}
