import { hasReason, newForbidden } from "../errors/index.js";
import type { Attributes } from "./plugin.js";

/**
 * Returns the refusal of a request by a plugin. (Go: admission.NewForbidden.) An error that is
 * already Forbidden is returned unchanged.
 */
export function newAdmissionForbidden(attributes: Attributes, why: unknown): Error {
  if (hasReason(why, "Forbidden") && why instanceof Error) return why;
  const { group, resource } = attributes.resource;
  return newForbidden({ group, name: resource }, nameOf(attributes), why instanceof Error ? why.message : String(why));
}

/**
 * Returns the error of a plugin whose informers have not synced yet. (Go:
 * admission.NewNotReadyError.)
 */
export function newNotReady(attributes: Attributes): Error {
  return newAdmissionForbidden(attributes, "not yet ready to handle request");
}

/**
 * Returns the name of the object in messages. An object with `generateName` has no name yet, and
 * the deletion of a collection has none.
 */
function nameOf({ name, object }: Attributes): string {
  return (
    [name, object?.metadata.name, object?.metadata.generateName].find((text) => text !== undefined && text !== "") ??
    "Unknown"
  );
}
