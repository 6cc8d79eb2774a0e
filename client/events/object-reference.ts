import type { APIObject } from "../rest/resource-type.js";
import type { DeepReadonly } from "../cache/deep-readonly.js";

/** Reference to an object of any kind (Go: corev1.ObjectReference). */
export interface ObjectReference {
  kind?: string;
  namespace?: string;
  name?: string;
  uid?: string;
  apiVersion?: string;
  resourceVersion?: string;
  fieldPath?: string;
}

/** An object, for example from an informer, or a reference to an object. */
export type Referable = DeepReadonly<APIObject> | Readonly<ObjectReference>;

/**
 * Returns a reference to an object, or a copy of a given reference (Go: reference.GetReference).
 * @throws Error for an object without apiVersion or kind
 */
export function getReference(object: Referable): ObjectReference {
  if (!("metadata" in object)) return { ...object };
  const { apiVersion, kind, metadata } = object;
  if (apiVersion === "" || kind === "")
    throw new Error(`the object ${JSON.stringify(metadata.name)} cannot be referenced: set its apiVersion and kind`);
  const { namespace, name, uid, resourceVersion } = metadata;
  return withoutAbsent({ kind, namespace, name, uid, apiVersion, resourceVersion });
}

function withoutAbsent(reference: Readonly<Record<keyof Omit<ObjectReference, "fieldPath">, string | undefined>>) {
  return Object.fromEntries(
    Object.entries(reference).filter(([, value]) => value !== undefined && value !== ""),
  ) as ObjectReference; // Only properties of an ObjectReference remain.
}
