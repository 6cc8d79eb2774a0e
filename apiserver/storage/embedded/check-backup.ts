import { BackupError } from "../errors.js";
import { firstRevision } from "../shared/first-revision.js";
import { entryKinds, type BackupEntry } from "./backup-format.js";
import { parseLostRevisions } from "./lost-revisions.js";
import { openBackup } from "./read-backup.js";
import { decodeRecord, revisionIn } from "./record.js";

/** Numbers that summarize the content of a backup. */
export interface BackupSummary {
  readonly objects: number;
  /** Newest revision of the store at the time of the backup. */
  readonly revision: number;
}

/**
 * Reads a whole backup and checks all checksums and the order of the entries.
 * @throws BackupError with the position of the damage
 */
export async function checkBackup(file: string): Promise<BackupSummary> {
  const backup = await openBackup(file);
  try {
    let objects = 0;
    let revision: number = firstRevision;
    for await (const row of rowsOf(file, backup.entries())) {
      if (row.table === "keys") objects += isObject(row.value) ? 1 : 0;
      else revision = Math.max(revision, revisionOf(row));
    }
    return { objects, revision };
  } finally {
    await backup.close();
  }
}

/** A row of a backup with the name of its table. */
export interface BackupRow {
  readonly table: string;
  readonly key: Buffer;
  readonly value: Buffer;
}

/** Yields the rows of a backup. Their buffers are valid only until the next row. */
export async function* rowsOf(file: string, entries: AsyncIterable<BackupEntry>): AsyncGenerator<BackupRow> {
  let table: string | undefined;
  for await (const { kind, key, value } of entries) {
    if (kind === entryKinds.table) table = key.toString();
    else if (kind === entryKinds.row && table !== undefined) yield { table, key, value };
    else throw new BackupError(`${file} has an entry of the unknown kind ${kind}. Use another backup`);
  }
}

/**
 * Reports whether a value of the table `keys` belongs to an existing object. The value of a deleted
 * object is negative.
 */
function isObject(value: Buffer): boolean {
  return value.length === 8 && value.readDoubleBE() > 0;
}

/**
 * Returns the revision of a record, or the greatest revision in the entries `lost` and `compacted`
 * of the table `meta`. Returns 0 for all other rows.
 */
function revisionOf({ table, key, value }: BackupRow): number {
  if (table === "records") return decodeRecord(revisionIn(value), value).revision;
  if (table !== "meta") return 0;
  if (key.toString() === "lost") return parseLostRevisions(value.toString()).end;
  return key.toString() === "compacted" ? Number(value.toString()) : 0;
}
