import { field, type GroupKind, type ObjectMeta } from "@apimachinery/runtime";
import { newInvalid } from "../errors/index.js";
import type { APIObject } from "../request/api-object.js";
import { checkValid, requireNoErrors } from "./check-valid.js";
import type { CompleteStrategy } from "./complete-strategy.js";
import { losesOnlyFinalizers } from "./deletion.js";
import type { RequestContext } from "../request/request-context.js";
import { ensureNamespace } from "./ensure-namespace.js";
import { normalizeMetadata } from "./normalize-metadata.js";
import { validateMetadataUpdate } from "./validate-metadata.js";

/**
 * Prepares a client's object to replace a stored object, in place (Go: rest.BeforeUpdate). If the
 * stored object is being deleted, and the client only removes finalizers, the rules of the type and
 * the functions of the strategy are skipped, so that no error in them prevents the deletion from
 * completing.
 * @throws StatusError 422 with all errors
 */
export function beforeUpdate(
  strategy: CompleteStrategy,
  kind: GroupKind,
  context: RequestContext,
  object: APIObject,
  old: APIObject,
): void {
  // An admission plugin can have changed the namespace.
  ensureNamespace(object.metadata, strategy.isNamespaced ? context.namespace : "");
  normalizeMetadata(object.metadata);
  restoreGeneration(object.metadata, old.metadata);
  if (!losesOnlyFinalizers(object, old)) strategy.prepareForUpdate(context, object, old);
  restoreSystemFields(object.metadata, old.metadata);

  // Updates do not run the kind's check of names, because the name of an object does not change.
  const metadataErrors = () => validateMetadataUpdate(object.metadata, old.metadata, strategy.isNamespaced);
  // `prepareForUpdate` can have undone all other changes.
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
 * @throws StatusError 422
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
 * Copies fields from the old object, in place: the fields that an update cannot change. A changed
 * value is not replaced if Go's validation reports it as an error.
 */
function restoreSystemFields(metadata: ObjectMeta, old: Readonly<ObjectMeta>): void {
  if (old.creationTimestamp !== undefined) metadata.creationTimestamp = old.creationTimestamp;
  if (metadata.uid === undefined && old.uid !== undefined) metadata.uid = old.uid;
  if (old.deletionTimestamp !== undefined) metadata.deletionTimestamp = old.deletionTimestamp;
  if (metadata.deletionGracePeriodSeconds === undefined && old.deletionGracePeriodSeconds !== undefined)
    metadata.deletionGracePeriodSeconds = old.deletionGracePeriodSeconds;
  if (metadata.selfLink === undefined && old.selfLink !== undefined) metadata.selfLink = old.selfLink;
}
