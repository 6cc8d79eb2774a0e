import type { ObjectMeta } from "@apimachinery/runtime";

/**
 * Fields of stored metadata, in the order in which the decoder sets them. The resourceVersion is
 * not a stored field, because the store records the revision separately.
 */
const order = [
  "name",
  "generateName",
  "namespace",
  "uid",
  "generation",
  "creationTimestamp",
  "deletionTimestamp",
  "deletionGracePeriodSeconds",
  "labels",
  "annotations",
  "ownerReferences",
  "finalizers",
  "managedFields",
] as const satisfies readonly (keyof ObjectMeta)[];

/**
 * Returns the metadata to store, with its fields in the order of a decoded object. Stored bytes can
 * be sent as a response without decoding only if decoding and encoding them gives the same bytes.
 */
export function storedMetadata(metadata: Readonly<ObjectMeta>): ObjectMeta {
  const stored: Partial<Record<keyof ObjectMeta, unknown>> = {};
  for (const field of order) {
    const value = metadata[field];
    if (value !== undefined) stored[field] = value;
  }
  return stored as ObjectMeta;
}
