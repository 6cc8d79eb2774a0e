import { lstat, mkdir, open, stat } from "node:fs/promises";
import type { Stats } from "node:fs";
import { dirname } from "node:path";

/** Content of a file that the server wrote in an earlier run. */
export interface OwnFile {
  readonly text: string;
  /** Reason why the server must not use the file; undefined if it may use the file. */
  readonly problem: string | undefined;
}

/**
 * Permission bits that users other than the owner must not have. Other users must neither read nor
 * write a key file, and must not write to other files and folders.
 */
export const noOtherReader = 0o077;
export const noOtherWriter = 0o022;

/**
 * Reads a file and checks its owner and mode. Returns undefined if the file does not exist.
 * @param forbidden permission bits that group and others must not have
 */
export async function readOwnFile(file: string, forbidden: number): Promise<OwnFile | undefined> {
  let handle;
  try {
    handle = await open(file, "r");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
  try {
    const found = await handle.stat();
    return {
      text: await handle.readFile("utf8"),
      problem: problemOf(file, found, await stat(dirname(file)), forbidden),
    };
  } finally {
    await handle.close();
  }
}

/**
 * Creates a folder in which only the user of this process may write.
 * @throws Error that names the folder if another user owns it or can write to it, or if the path is
 * a link that another user has created
 */
export async function makeOwnFolder(folder: string): Promise<void> {
  await mkdir(folder, { mode: 0o700 }).catch((error: unknown) => {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  });
  const parent = await stat(dirname(folder));
  const entry = await lstat(folder);
  // The mode of a symbolic link has no effect, so only its owner is checked.
  const problem =
    problemOf(folder, entry, parent, entry.isSymbolicLink() ? 0 : noOtherWriter) ??
    problemOf(folder, await stat(folder), parent, noOtherWriter);
  if (problem !== undefined) throw new Error(problem);
}

/**
 * Returns the problem with the owner or the mode of a file; undefined if both are correct. On
 * Windows, files have neither, so the result is undefined.
 */
function problemOf(file: string, found: Stats, folder: Stats, forbidden: number): string | undefined {
  const user = process.getuid?.();
  if (user === undefined) return undefined;
  if (found.uid !== user && found.uid !== 0)
    return `${file} belongs to user ${found.uid}, not to user ${user} of this process: change the owner if the file is yours, or remove the file`;
  const tolerated = isVolumeOfGroup(found, folder, user) ? 0o070 : 0;
  const access = accessOfOthers(found, forbidden & ~tolerated);
  if (access === undefined) return undefined;
  const wanted = found.isDirectory() ? "0700" : "0600";
  return `${file} ${access}: change the mode to ${wanted} if no other user has accessed the file, or remove the file`;
}

/**
 * Passes a warning to `warn` if other users can read or write a file with keys, tokens or passwords
 * that the operator has given. The server uses the file, as Kubernetes does.
 * @param place flag or position that names the file
 */
export async function warnOfGivenSecret(place: string, file: string, warn: (message: string) => void): Promise<void> {
  // If the file does not exist, reading it reports the error.
  const problem = await problemOfGivenSecret(file).catch(() => undefined);
  if (problem !== undefined) warn(`Warning: ${place}: ${problem}`);
}

/**
 * Returns the problem with the mode of the file; undefined if other users can neither read nor
 * write it. A group may have access, because operators often give it to the group of the server.
 */
async function problemOfGivenSecret(file: string): Promise<string | undefined> {
  if (process.getuid === undefined) return undefined;
  const access = accessOfOthers(await stat(file), 0o006);
  if (access === undefined) return undefined;
  return `${file} ${access}: change the mode to 0600, or to 0640 if the group of the file is the group of the server`;
}

/**
 * Returns a description of the forbidden permissions of a file; undefined if it has none of them.
 */
function accessOfOthers({ mode }: Stats, forbidden: number): string | undefined {
  const granted = mode & forbidden;
  if (granted === 0) return undefined;
  const shown = (mode & 0o777).toString(8).padStart(4, "0");
  return `has the mode ${shown}, so that other users can ${(granted & 0o044) !== 0 ? "read" : "write"} it`;
}

/**
 * Reports whether an administrator gave the folder to a group on purpose. Kubernetes does this for
 * volumes with fsGroup: the folder has the setgid bit, and each mount assigns the group and its
 * permissions to the files.
 */
function isVolumeOfGroup(found: Stats, folder: Stats, user: number): boolean {
  return (folder.mode & 0o2000) !== 0 && found.gid === folder.gid && (folder.uid === user || folder.uid === 0);
}
