import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Creates temporary directories for the tests of one file, and removes them afterwards. */
export function temporaryDirectories(): { readonly make: () => string; readonly remove: () => void } {
  const made: string[] = [];
  return {
    make() {
      const directory = mkdtempSync(join(tmpdir(), "apimachinery-storage-"));
      made.push(directory);
      return directory;
    },
    remove() {
      for (const directory of made) rmSync(directory, { recursive: true, force: true });
    },
  };
}
