import { mkdir, stat } from "node:fs/promises";
import { dirname, resolve } from "node:path";

/**
 * Makes a folder that is its owner's alone, and those above it that are not there. Node's own
 * recursive `mkdir` never ends where a folder is there in which nothing can be (ENOENT), as in
 * /proc. @throws Error of the system
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
