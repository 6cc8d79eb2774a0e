import type { GroupVersionKind } from "@apimachinery/runtime";
import { isTerminating, losesOnlyFinalizers } from "../registry/deletion.js";
import type { ObjectInterfaces } from "./object-interfaces.js";
import type { Attributes } from "./plugin.js";

/**
 * Reports whether a request is an update that only removes finalizers from an object that is being
 * deleted. A plugin must not refuse such a request because of the object: the owner of the
 * finalizer would fail, and the deletion would never end.
 */
export function onlyRemovesFinalizers({ subresource, kind, object, oldObject, interfaces }: Attributes): boolean {
  if (subresource !== "" || object === undefined || oldObject === undefined) return false;
  return isTerminating(oldObject.metadata) && losesOnlyFinalizers(object, oldObject, keepsStatus(interfaces, kind));
}

/** Reports whether a write of the object keeps the old status: a version has the subresource. */
function keepsStatus({ scheme }: ObjectInterfaces, kind: GroupVersionKind): boolean {
  const versions = scheme.versionsForGroupKind(kind);
  return versions.some(({ version }) => scheme.definitionFor({ ...kind, version }).subresources?.status === true);
}
