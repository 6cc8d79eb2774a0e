/**
 * The change of one file by a run. Under `--check` and `--dry-run`, the change is only reported.
 */
export interface FileChange {
  /** Path of the file, relative to the root. */
  readonly path: string;
  readonly generator: string;
  /**
   * Kind of the change. `keep` means that the file exists, and that this run cannot decide whether
   * the file is still needed.
   */
  readonly action: "create" | "update" | "remove" | "unchanged" | "keep";
  /** The present text; absent if the file does not exist yet. */
  readonly before?: string;
  /** The planned text; absent if the file is removed or kept. */
  readonly after?: string;
}

/** Returns the change of a file to a text. */
export function changeTo(
  { path, generator }: Pick<FileChange, "path" | "generator">,
  before: string | undefined,
  after: string,
): FileChange {
  if (before === undefined) return { path, generator, action: "create", after };
  return { path, generator, action: before === after ? "unchanged" : "update", after, before };
}

/** Reports whether the run creates, updates or removes the file. */
export function isPending(change: FileChange): boolean {
  return change.action === "create" || change.action === "update" || change.action === "remove";
}
