import { mkdir, stat } from "node:fs/promises";
import { dirname, resolve } from "node:path";

/**
 * Creates a folder that only its owner can access, and the missing folders above it. Unlike Node's
 * recursive `mkdir`, it also ends if the system answers ENOENT for an existing parent, as in /proc.
 * @throws Error of the system
 */
export async function makeFolder(path: string): Promise<void> {
  try {
    await mkdir(path, { mode: 0o700 });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "EEXIST" && (await stat(path)).isDirectory()) return;
    const parent = dirname(resolve(path));
    const hasParent = await stat(parent).then(
      () => true,
      () => false,
    );
    if (code !== "ENOENT" || hasParent) throw error;
    await makeFolder(parent);
    await makeFolder(path);
  }
}
