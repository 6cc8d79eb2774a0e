import { hasReason, newForbidden } from "../errors/index.js";
import type { Attributes } from "./plugin.js";

/**
 * A refusal with its reason, as plugins give it: Go's admission.NewForbidden. What is forbidden
 * already stays as it is.
 */
export function newAdmissionForbidden(attributes: Attributes, why: unknown): Error {
  if (hasReason(why, "Forbidden") && why instanceof Error) return why;
  const { group, resource } = attributes.resource;
  return newForbidden({ group, name: resource }, nameOf(attributes), why instanceof Error ? why.message : String(why));
}

/**
 * What a plugin answers that has not seen yet what it judges by: Go's admission.NewNotReadyError.
 */
export function newNotReady(attributes: Attributes): Error {
  return newAdmissionForbidden(attributes, "not yet ready to handle request");
}

/**
 * What is created by generateName has no name yet, and what is deleted as a collection none at all.
 */
function nameOf({ name, object }: Attributes): string {
  return (
    [name, object?.metadata.name, object?.metadata.generateName].find((text) => text !== undefined && text !== "") ??
    "Unknown"
  );
}
