import type { GroupVersionKind } from "../meta/v1/group-version.js";
import { groupVersionString } from "../meta/group-version.js";
import { deepCopyJSON } from "../json/values.js";
import type { AnyKindDefinition } from "./kind-definition.js";
import type { RuntimeObject } from "./runtime-object.js";

/** Returns a deep copy of an object. Uses the copy function of its kind, if the kind has one. */
export function copyAs<T>(definition: AnyKindDefinition, obj: T): T {
  const deepCopy = definition.deepCopy as ((input: T) => T) | undefined;
  return deepCopy === undefined ? deepCopyJSON(obj) : deepCopy(obj);
}

export function setKind(obj: RuntimeObject, gvk: GroupVersionKind): RuntimeObject {
  obj.apiVersion = groupVersionString(gvk);
  obj.kind = gvk.kind;
  return obj;
}

/**
 * Returns an object with the given kind. Returns the object itself if it already has this kind.
 * Otherwise, returns a shallow copy, because the caller may still use the object.
 */
export function withKindOf(obj: RuntimeObject, gvk: GroupVersionKind): RuntimeObject {
  return obj.apiVersion === groupVersionString(gvk) && obj.kind === gvk.kind ? obj : setKind({ ...obj }, gvk);
}
