import { versionBehind } from "../base/installed.js";
import type { FileSystem } from "../base/file-system.js";
import { isAbandoned } from "../write/temporary.js";
import { digestEntries, digestString, type Digest } from "./digest.js";
import type { RunFingerprint } from "./entry.js";

/**
 * Reports whether the files on disk are still as a run left them.
 * @param digest returns the digest of a file's text
 */
export function isCurrent(
  root: string,
  { files, folders, installed }: RunFingerprint,
  disk: FileSystem,
  digest: (path: string, text: string | undefined) => Digest = (_path, text) => digestString(text),
): boolean {
  return (
    Object.entries(folders).every(([path, known]) => {
      const entries = disk.list(path);
      return digestEntries(entries) === known && !(entries ?? []).some(({ name }) => isAbandoned(name));
    }) &&
    Object.entries(files).every(([path, known]) => digest(path, disk.read(path)) === known) &&
    Object.entries(installed).every(([key, version]) => (versionBehind(root, key) ?? null) === version)
  );
}
