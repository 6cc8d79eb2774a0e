import { hash } from "node:crypto";
import type { FolderEntry } from "../base/file-system.js";
import { isTemporary } from "../write/temporary.js";

/** A hash of a file's content; null for a missing file. */
export type Digest = string | null;

export function digestString(text: string | undefined): Digest {
  return text === undefined ? null : hash("sha256", text, "base64url");
}

/**
 * Returns the hash of the names in a folder. Ignores temporary files and folders of tools, such as
 * node_modules/.cache.
 */
export function digestEntries(entries: readonly FolderEntry[] | undefined): Digest {
  return digestString(
    entries
      ?.filter(({ name }) => !isTemporary(name) && !name.startsWith("."))
      .map(({ name, folder, target }) => (folder ? `${name}/` : target === undefined ? name : `${name}@${target}`))
      .join("\n"),
  );
}
