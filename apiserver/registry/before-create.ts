import { randomUUID } from "node:crypto";
import { timeOf, type GroupKind, type ObjectMeta } from "@apimachinery/runtime";
import type { APIObject } from "../request/api-object.js";
import { checkValid } from "./check-valid.js";
import type { CompleteStrategy } from "./complete-strategy.js";
import type { RequestContext } from "../request/request-context.js";
import { ensureNamespace } from "./ensure-namespace.js";
import { normalizeMetadata } from "./normalize-metadata.js";
import { validateMetadata } from "./validate-metadata.js";

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
