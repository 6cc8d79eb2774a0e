import type { GroupKind } from "@apimachinery/runtime";
import { deepCopyJSON } from "@apimachinery/runtime/codegen/v1";
import { newNotFound, type Qualified, newConflict } from "../errors/index.js";
import type { APIObject } from "../request/api-object.js";
import type { RequestContext } from "../request/request-context.js";
import { NotFoundError, type KeyValue, type Storage } from "../storage/index.js";
import type { CompleteStrategy } from "./complete-strategy.js";
import { checkDeletePreconditions, markDeleted, type Deleted, type DeletionRules } from "./deletion.js";
import { deletionFinalizers } from "./garbage-collection.js";
import { beforeDelete, type Grace } from "./grace-period.js";
import type { ObjectCodec } from "./object-codec.js";
import type { CheckWrite } from "./object-store.js";
import type { StorableObjects } from "./storable-objects.js";
import { unreadableObject } from "./unreadable-object.js";
import type { WriteBase } from "./write-from.js";

/** Store of a resource's objects, with the settings for their deletion. */
export interface DeletionPlace {
  readonly resource: Qualified;
  readonly kind: GroupKind;
  readonly storage: Storage;
  readonly codec: ObjectCodec;
  readonly storable: StorableObjects;
  readonly strategy: CompleteStrategy;
  /** True if a garbage collector handles the dependents of deleted objects. */
  readonly enableGarbageCollection: boolean;
}

export interface ItemDeletion {
  readonly context: RequestContext;
  readonly name: string;
  readonly options: DeletionRules;
  readonly validate: CheckWrite;
}

/**
 * Deletes a stored item (Go: Store.Delete). If finalizers or a grace period delay the removal,
 * stores the object with its deletion timestamp instead.
 * @throws StatusError 404 if the object does not exist, 409 if a precondition is not met; an error
 *   of the storage is passed on
 */
export async function deleteItem(place: DeletionPlace, deletion: ItemDeletion, base: WriteBase): Promise<Deleted> {
  const { item, confirm } = base;
  const { context, name, options, validate } = deletion;
  if (item === undefined) throw newNotFound(place.resource, name);
  if (options.isUnreadable === true) {
    checkUnreadable(place.codec, place.resource, item, name);
    return removed(place, context, unreadableObject(context, name), item, validate);
  }
  const current = place.codec.decode(item);
  checkDeletePreconditions(options.preconditions, place.kind, current);
  // Only the metadata changes, so the copy shares all other parts with the stored object.
  const object: APIObject = { ...current, metadata: { ...current.metadata } };
  const grace = beforeDelete(place.strategy.gracePeriodSeconds, object, options.gracePeriodSeconds, new Date());
  if (grace.is === "pending") {
    await confirm();
    return { object: current, isGone: false, isStatus: true };
  }
  const old = current.metadata.finalizers ?? [];
  const finalizers = place.enableGarbageCollection
    ? deletionFinalizers(place.strategy.defaultGarbageCollectionPolicy, options, old)
    : undefined;
  const remains = old.length > 0 || place.strategy.remainsDuringDeletion(current);
  if (grace.is === "none" && !remains && finalizers === undefined)
    return removed(place, context, current, item, validate);
  if (finalizers !== undefined) object.metadata.finalizers = finalizers;
  await validate(undefined, current);
  return delayed(place, deletion, { current, object, item, confirm }, grace);
}

interface Delay {
  readonly current: APIObject;
  /** Copy of `current` with the metadata that the deletion has changed. */
  readonly object: APIObject;
  readonly item: KeyValue;
  readonly confirm: WriteBase["confirm"];
}

/**
 * Marks an object as deleted and stores it, if finalizers or a grace period delay the removal.
 * Otherwise, removes the object; if it has a grace period of 0, the marked object is stored first.
 */
async function delayed(
  place: DeletionPlace,
  { context, validate }: ItemDeletion,
  { current, object: given, item, confirm }: Delay,
  grace: Grace,
): Promise<Deleted> {
  const { prepareForDelete } = place.strategy;
  // `given` shares its parts with the stored object, which `prepareForDelete` must not change.
  const object = prepareForDelete === undefined ? given : deepCopyJSON(given);
  const remains = (object.metadata.finalizers ?? []).length > 0 || place.strategy.remainsDuringDeletion(object);
  if (grace.is !== "started" && !remains)
    return context.isDryRun
      ? { object: current, isGone: true, isStatus: false }
      : removed(place, context, current, item, validate);
  if (grace.is !== "started") markDeleted(object.metadata, new Date());
  prepareForDelete?.(object);
  const isGone = grace.is === "started" && grace.seconds === 0 && !remains;
  if (context.isDryRun) return { object, isGone, isStatus: false };
  const stored = await marked(place, { current, object, item, confirm });
  if (!isGone) return { object: place.codec.decode(stored), isGone, isStatus: false };
  try {
    return await removed(place, context, place.codec.decode(stored), stored, validate);
  } catch (error) {
    // Another program has seen the deletion timestamp and has removed the object first.
    if (!(error instanceof NotFoundError)) throw error;
    return { object: place.codec.decode(stored), isGone: true, isStatus: true };
  }
}

/**
 * Stores an object with its deletion timestamp, unless the stored object is equal. Returns the
 * stored item.
 */
async function marked(
  { codec, storable, storage }: DeletionPlace,
  { current, object, item, confirm }: Delay,
): Promise<KeyValue> {
  const value = codec.encode(object);
  if (!storable.isUnchanged(object, value, current, item)) return storage.update(item.key, value, item.revision);
  await confirm();
  return item;
}

async function removed(
  { storage }: DeletionPlace,
  { isDryRun }: RequestContext,
  object: APIObject,
  item: KeyValue,
  validate: CheckWrite,
): Promise<Deleted> {
  await validate(undefined, object);
  if (!isDryRun) await storage.delete(item.key, item.revision);
  return { object, isGone: true, isStatus: true };
}

/**
 * Checks that a stored object is unreadable.
 * @throws StatusError 409 for a readable object, with the message of Go's storage
 */
function checkUnreadable(codec: ObjectCodec, resource: Qualified, item: KeyValue, name: string): void {
  try {
    codec.decode(item);
  } catch {
    return;
  }
  const why = "unsafe deletion is not allowed because the object is decodable from storage";
  throw newConflict(
    resource,
    name,
    `StorageError: invalid object, Code: 4, Key: ${item.key}, ResourceVersion: 0, AdditionalErrorMsg: ${why}`,
  );
}
