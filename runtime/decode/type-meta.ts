import type { GroupVersionKind } from "../meta/v1/group-version.js";
import { groupVersionString } from "../meta/group-version.js";

/**
 * Returns the constant value of the field `kind` or `apiVersion` of an object. Returns an empty
 * string if the type is not a kind.
 */
export function typeMetaConstant(gvk: GroupVersionKind | undefined, field: string): string {
  if (gvk === undefined) return "";
  return field === "kind" ? gvk.kind : groupVersionString(gvk);
}
