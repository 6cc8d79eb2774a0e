import {
  ConnectionError,
  isConflict,
  isInternalError,
  isNotFound,
  isServerTimeout,
  isServiceUnavailable,
  isTimeout,
  isTooManyRequests,
  type APIObject,
  type ResourceClient,
} from "@apimachinery/client";
import { groupVersionString } from "@apimachinery/runtime";
import type { MigrationProgress } from "./migration-conditions.js";

/**
 * Field manager of the patches. The patches change no field, so this name never occurs in the
 * managedFields of an object.
 */
const fieldManager = "storage-version-migrator-controller";

/** Error for an object that could not be read or written again. */
export class MigrationError extends Error {
  readonly progress: MigrationProgress;
  /** True if a later attempt may succeed. */
  readonly isTransient: boolean;

  constructor(cause: unknown, progress: MigrationProgress) {
    super(cause instanceof Error ? cause.message : String(cause), { cause });
    this.progress = progress;
    this.isTransient =
      cause instanceof ConnectionError ||
      [isServerTimeout, isTooManyRequests, isServiceUnavailable, isInternalError, isTimeout].some((is) => is(cause));
  }
}

/**
 * Writes all objects of a collection again. It sends a patch without changes for each object; the
 * server then writes the object if its stored bytes are not its current encoding. The pages of the
 * list show one state of the collection, so that the number of objects is limited even if clients
 * continue to create objects.
 * @returns the number of objects
 * @throws MigrationError for an object that could not be read or written
 */
export async function rewriteCollection(
  objects: ResourceClient<APIObject>,
  signal: AbortSignal,
): Promise<MigrationProgress> {
  let [total, done] = [0, 0];
  try {
    for await (const { items, metadata } of objects.pages({ signal, dropManagedFields: true })) {
      total = done + items.length + (metadata.remainingItemCount ?? 0);
      for (const object of items) {
        await rewrite(objects, object, signal);
        done++;
      }
    }
    return { total, left: 0 };
  } catch (error) {
    signal.throwIfAborted();
    throw new MigrationError(error, { total, left: total - done });
  }
}

async function rewrite(
  objects: ResourceClient<APIObject>,
  { metadata }: APIObject,
  signal: AbortSignal,
): Promise<void> {
  const { name = "", namespace = "", resourceVersion = "" } = metadata;
  const { kind } = objects.type;
  const body = { apiVersion: groupVersionString(kind), kind: kind.kind, metadata: { resourceVersion } };
  try {
    await objects
      .namespace(namespace)
      .patch(name, { type: "merge", body }, { fieldManager, signal, dropManagedFields: true });
  } catch (error) {
    // Another client has meanwhile deleted the object, or changed it and thus stored it in the
    // storage version.
    if (!isConflict(error) && !isNotFound(error)) throw error;
  }
}
