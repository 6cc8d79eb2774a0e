import type { GroupVersionKind } from "@apimachinery/runtime";
import { isTerminating, losesOnlyFinalizers } from "../registry/deletion.js";
import type { ObjectInterfaces } from "./object-interfaces.js";
import type { Attributes } from "./plugin.js";

/**
 * Reports whether a request is an update that only removes finalizers from an object that is being
 * deleted. A plugin must not refuse such a request because of the state of the object. Otherwise
 * the component that owns the finalizer could not remove it, and the deletion would never complete.
 */
export function onlyRemovesFinalizers({ subresource, kind, object, oldObject, interfaces }: Attributes): boolean {
  if (subresource !== "" || object === undefined || oldObject === undefined) return false;
  return isTerminating(oldObject.metadata) && losesOnlyFinalizers(object, oldObject, keepsStatus(interfaces, kind));
}

/**
 * Reports whether a write of the object keeps the old status, because a version of the kind has the
 * status subresource.
 */
function keepsStatus({ scheme }: ObjectInterfaces, kind: GroupVersionKind): boolean {
  const versions = scheme.versionsForGroupKind(kind);
  return versions.some(({ version }) => scheme.definitionFor({ ...kind, version }).subresources?.status === true);
}
