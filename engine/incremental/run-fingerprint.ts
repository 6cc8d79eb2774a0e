import { orderStrings, type Problem } from "../base/problem.js";
import type { FolderEntry } from "../base/file-system.js";
import { isPending, type FileChange } from "../base/change.js";
import { digestEntries, digestString, type Digest } from "./digest.js";
import type { RunFingerprint } from "./entry.js";
import type { Recording } from "../base/recording.js";

export interface FinishedRun {
  readonly recording: Recording;
  readonly changes: readonly FileChange[];
  /** Folders that the run has removed, because its changes left them empty. */
  readonly emptied?: readonly string[];
  readonly problems: readonly Problem[];
  readonly installed: ReadonlyMap<string, string | undefined>;
}

/**
 * Returns the fingerprint of a run, with which the state of the disk is compared later. It contains
 * all files that the run has read, in the state after the run has written its changes.
 * @param digest returns the digest of a file's text
 */
export function fingerprintOfRun(
  { recording, changes, emptied = [], problems, installed }: FinishedRun,
  digest: (path: string, text: string | undefined) => Digest = (_path, text) => digestString(text),
): RunFingerprint {
  const files: { [path: string]: Digest } = {};
  for (const [path, text] of recording.texts) files[path] = digest(path, text);
  for (const { path, action, after } of changes) if (action !== "keep") files[path] = digest(path, after);
  const gone = new Set(emptied);
  const folders: { [path: string]: Digest } = {};
  for (const [path, entries] of recording.folders)
    folders[path] = digestEntries(afterwards(path, entries, changes, gone));
  return {
    files,
    folders,
    installed: Object.fromEntries([...installed].map(([name, version]) => [name, version ?? null])),
    problems,
    outputs: changes.flatMap(({ path, generator, action }) =>
      action === "remove" ? [] : [{ path, generator, action: action === "keep" ? action : "unchanged" }],
    ),
  };
}

/**
 * Returns the entries of a folder after all changes are written. The changes can also create the
 * folder.
 */
function afterwards(
  folder: string,
  entries: readonly FolderEntry[] | undefined,
  changes: readonly FileChange[],
  gone: ReadonlySet<string>,
): readonly FolderEntry[] | undefined {
  if (gone.has(folder)) return undefined;
  const names = new Map((entries ?? []).map((entry) => [entry.name, entry]));
  for (const { path, action } of changes.filter(isPending)) {
    if (folder !== "." && !path.startsWith(`${folder}/`)) continue;
    const [name = "", ...rest] = (folder === "." ? path : path.slice(folder.length + 1)).split("/");
    if (action !== "remove") names.set(name, { name, folder: rest.length > 0 });
    else if (rest.length === 0) names.delete(name);
  }
  for (const name of names.keys()) if (gone.has(folder === "." ? name : `${folder}/${name}`)) names.delete(name);
  if (entries === undefined && names.size === 0) return undefined;
  return [...names.values()].sort((a, b) => orderStrings(a.name, b.name));
}
