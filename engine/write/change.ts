/**
 * The change of one file by a run, or under `--check` and `--dry-run` the change that a run would
 * make.
 */
export interface FileChange {
  /** Path relative to the root. */
  readonly path: string;
  readonly generator: string;
  /** `keep`: the file exists, and this run cannot judge it. */
  readonly action: "create" | "update" | "remove" | "unchanged" | "keep";
  /** The present text; absent for a missing file. */
  readonly before?: string;
  /** The planned text; absent if the file is removed or kept. */
  readonly after?: string;
}

/** Reports whether the file on disk differs from the planned one. */
export function isPending(change: FileChange): boolean {
  return change.action === "create" || change.action === "update" || change.action === "remove";
}
