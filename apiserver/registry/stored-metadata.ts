import type { ObjectMeta } from "@apimachinery/runtime";

/**
 * The fields of stored metadata, in the order in which an object is decoded. The revision is absent
 * because the store records it separately.
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
 * Returns the metadata to store. Its fields have the order of a decoded object, whichever order the
 * server has set them in. Only bytes in this order are sent as responses without decoding.
 */
export function storedMetadata(metadata: Readonly<ObjectMeta>): ObjectMeta {
  const stored: Partial<Record<keyof ObjectMeta, unknown>> = {};
  for (const field of order) {
    const value = metadata[field];
    if (value !== undefined) stored[field] = value;
  }
  return stored as ObjectMeta;
}
