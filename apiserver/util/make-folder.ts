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
  const parent = dirname(folder);
  // The parent comes first: an ENOENT of mkdir does not say whether another process has created it
  // since.
  if (!(await exists(parent))) await makeFolder(parent);
  try {
    await mkdir(folder, { mode: 0o700 });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code !== "EEXIST" || !(await isFolder(folder))) throw error;
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
