import { randomUUID } from "node:crypto";
import { timeOf, type GroupKind, type ObjectMeta, field } from "@apimachinery/runtime";
import type { APIObject } from "../request/api-object.js";
import { checkValid, requireNoErrors } from "./check-valid.js";
import type { CompleteStrategy } from "./complete-strategy.js";
import type { RequestContext } from "../request/request-context.js";
import { ensureNamespace } from "./ensure-namespace.js";
import { normalizeMetadata } from "./normalize-metadata.js";
import { validateMetadata, validateMetadataUpdate } from "./validate-metadata.js";
import { newInvalid } from "../errors/index.js";
import { losesOnlyFinalizers } from "./deletion.js";

/**
 * Prepares a client's object for storage, in place (Go: rest.BeforeCreate).
 * @throws StatusError 422 with all errors of the object, 400 if its namespace is not that of the
 *   request
 */
export function beforeCreate(
  strategy: CompleteStrategy,
  kind: GroupKind,
  context: RequestContext,
  object: APIObject,
): void {
  const { metadata } = object;
  // Checked again, because an admission plugin may have changed the namespace.
  ensureNamespace(metadata, strategy.isNamespaced ? context.namespace : "");
  normalizeMetadata(metadata);
  fillSystemFields(metadata);
  const base = metadata.generateName ?? "";
  if (base !== "" && (metadata.name ?? "") === "") metadata.name = strategy.generateName(base);
  strategy.prepareForCreate(context, object);

  // As in Go, metadata is validated only if the validation of the kind found no error.
  checkValid(strategy, kind, context, object, undefined, (mayTrustTypes) => {
    const own = mayTrustTypes ? strategy.validate(context, object) : [];
    return own.length > 0 ? own : validateMetadata(metadata, strategy.isNamespaced, strategy.validateName);
  });

  for (const warning of strategy.warningsOnCreate(context, object)) context.warn(warning);
  strategy.canonicalize(object);
}

/** Removes the metadata fields that clients cannot set, in place. */
export function wipeSystemFields(metadata: ObjectMeta): void {
  delete metadata.uid;
  delete metadata.creationTimestamp;
  delete metadata.deletionTimestamp;
  delete metadata.deletionGracePeriodSeconds;
  delete metadata.selfLink;
}

function fillSystemFields(metadata: ObjectMeta): void {
  metadata.creationTimestamp = timeOf(new Date());
  metadata.uid = randomUUID();
}

/**
 * Prepares a client's object to replace a stored object, in place (Go: rest.BeforeUpdate). For an
 * update that only removes finalizers from an object that is being deleted, the rules of the type
 * and the functions of the strategy are skipped. Otherwise an error in them could prevent the
 * deletion from completing.
 * @throws StatusError 422 with all errors of the object, 400 if its namespace is not that of the
 *   request
 */
export function beforeUpdate(
  strategy: CompleteStrategy,
  kind: GroupKind,
  context: RequestContext,
  object: APIObject,
  old: APIObject,
): void {
  // Checked again, because an admission plugin may have changed the namespace.
  ensureNamespace(object.metadata, strategy.isNamespaced ? context.namespace : "");
  normalizeMetadata(object.metadata);
  restoreGeneration(object.metadata, old.metadata);
  if (!losesOnlyFinalizers(object, old)) strategy.prepareForUpdate(context, object, old);
  restoreSystemFields(object.metadata, old.metadata);

  // The name of an object cannot change, so updates do not call the kind's `validateName`.
  const metadataErrors = () => validateMetadataUpdate(object.metadata, old.metadata, strategy.isNamespaced);
  // Checked again, because `prepareForUpdate` can have reset all other changes of the client.
  if (losesOnlyFinalizers(object, old)) {
    requireNoErrors(kind, object, metadataErrors());
    return;
  }
  checkValid(strategy, kind, context, object, old, (mayTrustTypes) => [
    ...metadataErrors(),
    ...(mayTrustTypes ? strategy.validateUpdate(context, object, old) : []),
  ]);

  for (const warning of strategy.warningsOnUpdate(context, object, old)) context.warn(warning);
  strategy.canonicalize(object);
}

/**
 * Refuses an update without a resourceVersion.
 * @throws StatusError 422 always
 */
export function requireResourceVersion(
  resource: { readonly group: string; readonly name: string },
  name: string,
): never {
  const at = field.newPath("metadata").child("resourceVersion");
  throw newInvalid(resource, name, [field.invalid(at, 0, "must be specified for an update")]);
}

function restoreGeneration(metadata: ObjectMeta, { generation }: Readonly<ObjectMeta>): void {
  if (generation === undefined) delete metadata.generation;
  else metadata.generation = generation;
}

/**
 * Copies from the old object the fields that an update cannot change, in place. A field that a
 * client has changed is copied only if Go's validation does not report the change as an error.
 */
function restoreSystemFields(metadata: ObjectMeta, old: Readonly<ObjectMeta>): void {
  if (old.creationTimestamp !== undefined) metadata.creationTimestamp = old.creationTimestamp;
  if (metadata.uid === undefined && old.uid !== undefined) metadata.uid = old.uid;
  if (old.deletionTimestamp !== undefined) metadata.deletionTimestamp = old.deletionTimestamp;
  if (metadata.deletionGracePeriodSeconds === undefined && old.deletionGracePeriodSeconds !== undefined)
    metadata.deletionGracePeriodSeconds = old.deletionGracePeriodSeconds;
  if (metadata.selfLink === undefined && old.selfLink !== undefined) metadata.selfLink = old.selfLink;
}
