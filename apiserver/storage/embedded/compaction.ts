import { CorruptError } from "../errors.js";
import type { Database } from "./database.js";

/** Maximum number of records that one commit examines. Such a commit takes a few milliseconds. */
const piece = 500;

/** Returns the oldest revision that can still be read. */
export function compactionFloor(database: Database): number {
  return revisionIn(database, "compacted");
}

/**
 * Marks all revisions below `revision` as compacted. The caller commits this mark before it removes
 * any records.
 */
export function markCompacted(database: Database, revision: number): void {
  database.putMeta("compacted", String(revision));
}

/**
 * Removes the next records that no read at or after `revision` needs: replaced values, and
 * deletions up to `revision`. Continues after the last record that an earlier call examined, even
 * if that call was made by an earlier process. Returns true if the call ended at the maximum number
 * of records, so that more may be left; false if all records up to `revision` were examined.
 */
export function forget(database: Database, revision: number): boolean {
  const done = revisionIn(database, "forgotten");
  const writes = [];
  for (const write of database.recordsAfter(done)) {
    if (write.revision > revision || writes.length === piece) break;
    writes.push(write);
  }
  for (const write of writes) {
    if (write.previous !== 0) database.removeRecord(write.previous);
    if (write.current !== undefined) continue;
    database.removeRecord(write.revision);
    if (database.key(write.key)?.revision === write.revision) database.removeKey(write.key);
  }
  const last = writes.at(-1);
  database.putMeta("forgotten", String(writes.length === piece && last !== undefined ? last.revision : revision));
  return writes.length === piece;
}

function revisionIn(database: Database, name: string): number {
  const text = database.meta(name) ?? "0";
  const revision = Number(text);
  if (!Number.isSafeInteger(revision) || revision < 0)
    throw new CorruptError(`the store's entry ${JSON.stringify(name)} is damaged: ${JSON.stringify(text)}`);
  return revision;
}
