/**
 * The change of one file by a run. Under `--check` and `--dry-run`, the change is only reported.
 */
export interface FileChange {
  /** Path of the file, relative to the root. */
  readonly path: string;
  readonly generator: string;
  /**
   * Kind of the change. `keep` is an existing file for which this run cannot decide whether it is
   * needed.
   */
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
