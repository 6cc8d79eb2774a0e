import type { KeyValue } from "../storage.js";
import type { StorageEvent } from "../watch.js";

/** The writes of one key that were not compacted. */
export class History {
  readonly key: string;
  readonly #writes: StorageEvent[];

  constructor(first: StorageEvent) {
    this.key = first.key;
    this.#writes = [first];
  }

  add(write: StorageEvent): void {
    this.#writes.push(write);
  }

  /** Returns the value of the key at a revision; undefined if the key did not exist then. */
  at(revision: number): KeyValue | undefined {
    return this.#writes.findLast((write) => write.revision <= revision)?.current;
  }

  /**
   * Removes the writes that are needed only by reads below a revision. Returns false if no writes
   * are left.
   */
  forget(revision: number): boolean {
    const visible = this.#writes.findLastIndex((write) => write.revision <= revision);
    if (visible >= 0) this.#writes.splice(0, this.#writes[visible]?.current === undefined ? visible + 1 : visible);
    return this.#writes.length > 0;
  }
}
