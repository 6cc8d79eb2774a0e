import { orderStrings, type Problem } from "../base/problem.js";
import type { FileSystem, FolderEntry } from "../base/file-system.js";
import { isPending, type FileChange } from "../base/change.js";
import type { Recording } from "../base/recording.js";
import { hasAbandoned, namesOf, type Contents } from "./contents.js";

export interface FinishedRun {
  readonly recording: Pick<Recording, "texts" | "folders">;
  readonly changes: readonly FileChange[];
  /** Folders that the run has removed because they were empty after the changes of the run. */
  readonly emptied?: readonly string[];
  readonly problems: readonly Problem[];
}

/** A generated file that a later run need not change, or that the run has kept. */
export interface UnchangedOutput {
  readonly path: string;
  readonly generator: string;
  readonly action: "unchanged" | "keep";
}

/**
 * The result of a run, and the contents of all files and folders that it has read, in the state
 * after the run has written its changes. A later run compares the disk with these contents.
 */
export interface RunFingerprint extends Contents {
  /** Warnings and infos of the run. A later run reports them again if nothing has changed. */
  readonly problems: readonly Problem[];
  readonly outputs: readonly UnchangedOutput[];
}

export function fingerprintOfRun({ recording, changes, emptied = [], problems }: FinishedRun): RunFingerprint {
  const texts = new Map(recording.texts);
  for (const { path, action, after } of changes) if (action !== "keep") texts.set(path, after);
  const gone = new Set(emptied);
  return {
    texts,
    folders: new Map(
      [...recording.folders].map(([path, entries]) => [path, namesOf(afterwards(path, entries, changes, gone))]),
    ),
    problems,
    outputs: changes.flatMap(({ path, generator, action }) =>
      action === "remove" ? [] : [{ path, generator, action: action === "keep" ? action : "unchanged" }],
    ),
  };
}

/**
 * Reports whether files and folders on disk still have the contents that the run left. A file that
 * the system refuses to read counts as missing.
 */
export function isCurrent({ texts, folders }: Contents, disk: FileSystem): boolean {
  return (
    [...folders].every(([path, names]) => {
      const entries = disk.list(path);
      return namesOf(entries) === names && !hasAbandoned(entries);
    }) && [...texts].every(([path, text]) => readIfAllowed(disk, path) === text)
  );
}

function readIfAllowed(disk: FileSystem, path: string): string | undefined {
  try {
    return disk.read(path);
  } catch {
    return undefined;
  }
}

/**
 * Returns the entries that a folder has after all changes are written; undefined if the folder does
 * not exist then.
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
