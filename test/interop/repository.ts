import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

/** Root folder of the repository. The path is also correct if this file runs as compiled code. */
export const repository = above(dirname(fileURLToPath(import.meta.url)));

function above(folder: string): string {
  return existsSync(join(folder, "package-lock.json")) ? folder : above(dirname(folder));
}
