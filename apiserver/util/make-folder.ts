import { mkdir, stat } from "node:fs/promises";
import { dirname, resolve } from "node:path";

/**
 * Creates a folder that only its owner can access, and its missing parent folders. Does not change
 * an existing folder. Node's recursive `mkdir` never ends if the system returns ENOENT for an
 * existing parent, as in /proc; this function fails instead.
 * @throws Error of the system
 */
export async function makeFolder(path: string): Promise<void> {
  const folder = resolve(path);
  try {
    await mkdir(folder, { mode: 0o700 });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "EEXIST" && (await isFolder(folder))) return;
    const parent = dirname(folder);
    if (code !== "ENOENT" || (await exists(parent))) throw error;
    await makeFolder(parent);
    await makeFolder(folder);
  }
}

function isFolder(path: string): Promise<boolean> {
  return stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  );
}

function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}
