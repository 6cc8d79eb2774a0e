import { hasReason, newForbidden } from "../errors/index.js";
import type { Attributes } from "./plugin.js";

/**
 * Returns the 403 error for a request that a plugin refuses (Go: admission.NewForbidden). If `why`
 * already is a 403 error, returns `why` unchanged.
 */
export function newAdmissionForbidden(attributes: Attributes, why: unknown): Error {
  if (hasReason(why, "Forbidden") && why instanceof Error) return why;
  const { group, resource } = attributes.resource;
  return newForbidden({ group, name: resource }, nameOf(attributes), why instanceof Error ? why.message : String(why));
}

/**
 * Returns the error of a plugin whose informers have not synced yet (Go:
 * admission.NewNotReadyError).
 */
export function newNotReady(attributes: Attributes): Error {
  return newAdmissionForbidden(attributes, "not yet ready to handle request");
}

/**
 * Returns the name of the object for messages. If the object has no name, returns `generateName`,
 * or `Unknown` if `generateName` is also empty, as in the deletion of a collection.
 */
function nameOf({ name, object }: Attributes): string {
  return (
    [name, object?.metadata.name, object?.metadata.generateName].find((text) => text !== undefined && text !== "") ??
    "Unknown"
  );
}
