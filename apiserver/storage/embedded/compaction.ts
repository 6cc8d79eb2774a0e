import { CorruptError } from "../errors.js";
import type { Database } from "./database.js";

/** Records looked at in one commit: a few milliseconds of a writer's time. */
const piece = 500;

/** The oldest revision that may be read. */
export function compactionFloor(database: Database): number {
  return revisionIn(database, "compacted");
}

/**
 * From now on nothing below `revision` is read; in a commit of its own, before anything is removed.
 */
export function markCompacted(database: Database, revision: number): void {
  database.putMeta("compacted", String(revision));
}

/**
 * Removes the next piece of what can't be seen at or after `revision`: what a write up to it
 * replaced, and deletions up to it. Goes on where the last one ended, in this process or the one
 * before. False: done.
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
    throw new CorruptError(`the store's own entry ${name} is damaged: ${JSON.stringify(text)}`);
  return revision;
}
