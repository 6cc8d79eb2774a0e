import { hasReason } from "../errors/index.js";
import type { KeyValue } from "../storage/index.js";

/**
 * Maximum number of stored bytes of the objects that are deleted at the same time. Decoded objects,
 * and their copies for admission, need about ten times as much memory.
 */
const maxBytes = 1024 * 1024;

/** Settings for the deletion of the items of a collection. */
export interface CollectionDeletion {
  /** Maximum number of objects that are deleted at the same time. */
  readonly workers: number;
  readonly remove: (item: KeyValue) => Promise<unknown>;
  /**
   * Reports whether the deletion must stop, because the response of the request is already sent.
   */
  readonly isOver: () => boolean;
}

/**
 * Deletes the items of a collection, several at the same time (Go: Store.DeleteCollection). Each
 * item is deleted by a separate write. If another client has deleted an item already, the deletion
 * continues. After any other error, the worker that got the error ends, and the other workers
 * continue.
 * @throws the first error
 */
export async function deleteItems(items: readonly KeyValue[], deletion: CollectionDeletion): Promise<void> {
  const { remove, isOver } = deletion;
  // All workers take their items from one iterator.
  const waiting = items.values();
  const errors: unknown[] = [];
  const work = async (): Promise<void> => {
    for (const item of waiting) {
      if (isOver()) return;
      try {
        await remove(item);
      } catch (error) {
        if (hasReason(error, "NotFound")) continue;
        errors.push(error);
        return;
      }
    }
  };
  await Promise.all(Array.from({ length: workersFor(items, deletion.workers) }, work));
  if (errors.length > 0) throw errors[0];
}

/**
 * Returns the number of workers. With this number, the objects that are deleted at the same time
 * have at most `maxBytes` bytes, unless a single object is larger.
 */
function workersFor(items: readonly KeyValue[], workers: number): number {
  const largest = items.reduce((size, { value }) => Math.max(size, value.length), 1);
  return Math.max(1, Math.min(workers, items.length, Math.floor(maxBytes / largest)));
}
