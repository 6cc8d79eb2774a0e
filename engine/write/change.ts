/** What a run does, or under `--check` and `--dry-run` would do, to one file. */
export interface FileChange {
  /** Relative to the root. */
  readonly path: string;
  readonly generator: string;
  /** `keep`: it exists but can't be judged in this run. */
  readonly action: "create" | "update" | "remove" | "unchanged" | "keep";
  /** Its text now; absent where there is no file. */
  readonly before?: string;
  /** Its text as planned; absent where it is removed or kept. */
  readonly after?: string;
}

/** Whether the file on disk is not what it should be. */
export function isPending(change: FileChange): boolean {
  return change.action === "create" || change.action === "update" || change.action === "remove";
}
