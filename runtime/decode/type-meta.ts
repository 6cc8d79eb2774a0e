import type { GroupVersionKind } from "../meta/v1/group-version.js";
import { groupVersionString } from "../meta/group-version.js";

/**
 * Returns the constant value of the field `kind` or `apiVersion` of an object whose type is a kind.
 * Returns undefined for other fields and other types.
 */
export function typeMetaConstant(gvk: GroupVersionKind | undefined, field: string): string | undefined {
  if (gvk === undefined) return undefined;
  if (field === "kind") return gvk.kind;
  return field === "apiVersion" ? groupVersionString(gvk) : undefined;
}
