import { posix } from "node:path";
import { compareText, type Problem } from "../problem.js";
import { isPending, type FileChange } from "../write/change.js";
import { digestEntries, digestText, type Digest } from "./digest.js";
import type { Seen } from "./entry.js";
import type { Recording } from "./recording.js";

export interface FinishedRun {
  readonly recording: Recording;
  readonly changes: readonly FileChange[];
  readonly problems: readonly Problem[];
  readonly installed: ReadonlyMap<string, string | undefined>;
}

/** What to compare the disk with next time: what was read, changed by what was written since. */
export function describeRun({ recording, changes, problems, installed }: FinishedRun): Seen {
  const files: { [path: string]: Digest } = {};
  for (const [path, text] of recording.texts) files[path] = digestText(text);
  for (const { path, action, after } of changes) if (action !== "keep") files[path] = digestText(after);
  const folders: { [path: string]: Digest } = {};
  for (const [path, entries] of recording.folders) folders[path] = digestEntries(entries && afterwards(path, entries, changes));
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

function afterwards(folder: string, entries: NonNullable<ReturnType<Recording["list"]>>, changes: readonly FileChange[]) {
  const own = changes.filter((change) => isPending(change) && posix.dirname(change.path) === folder);
  const names = new Map(entries.map((entry) => [entry.name, entry]));
  for (const { path, action } of own) {
    const name = posix.basename(path);
    if (action === "remove") names.delete(name);
    else names.set(name, { name, folder: false });
  }
  return [...names.values()].sort((a, b) => compareText(a.name, b.name));
}
