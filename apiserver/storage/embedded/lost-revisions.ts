import { CompactedError, CorruptError } from "../errors.js";
import type { Database } from "./database.js";

/** Minimum number of revisions that a restore skips, as etcd's documentation recommends. */
const leastSkipped = 1_000_000_000;

/**
 * Revisions that clients may have seen before a backup was restored, but that the backup does not
 * contain. For each restore, these are the revisions between two numbers, without the numbers
 * themselves. They are never assigned again. Otherwise a client that has seen the lost state could
 * continue its watch in the restored state, and would miss changes without notice.
 */
export class LostRevisions {
  readonly #ranges: readonly (readonly [number, number])[];

  constructor(ranges: readonly (readonly [number, number])[]) {
    this.#ranges = ranges;
  }

  /**
   * Revision after which the store continues since the last restore; 0 if it was never restored.
   */
  get end(): number {
    return this.#ranges.at(-1)?.[1] ?? 0;
  }

  /**
   * Checks that a revision is not lost.
   * @throws CompactedError for a lost revision, so that clients read the current state
   */
  check(revision: number): void {
    for (const [after, before] of this.#ranges)
      if (revision > after && revision < before) throw new CompactedError(revision, before);
  }

  /**
   * Returns the lost revisions after another restore. The next revision is derived from the time,
   * so that a second restore of the same backup does not assign the revisions of the first one
   * again.
   * @param revision newest revision of the backup
   * @param now time in milliseconds
   */
  afterRestore(revision: number, now: number): LostRevisions {
    const next = Math.max(revision + leastSkipped, Math.floor(now) * 1000);
    return new LostRevisions([...this.#ranges, [revision, next]]);
  }

  toString(): string {
    return JSON.stringify(this.#ranges);
  }
}

/**
 * Parses the string form of lost revisions.
 * @throws CorruptError for a damaged string
 */
export function parseLostRevisions(text = "[]"): LostRevisions {
  if (!/^\[(\[\d{1,16},\d{1,16}\](,(?=\[))?)*\]$/.test(text))
    throw new CorruptError(`the store's entry "lost" is damaged: ${JSON.stringify(text)}`);
  return new LostRevisions(JSON.parse(text) as [number, number][]);
}

export function lostRevisionsOf(database: Database): LostRevisions {
  return parseLostRevisions(database.meta("lost"));
}

export function putLostRevisions(database: Database, lost: LostRevisions): void {
  database.putMeta("lost", String(lost));
}
