import type { ObjectMeta } from "@apimachinery/runtime";

/**
 * Removes the annotations of an object if they are empty. In kinds whose conversions write and
 * remove annotations, an empty map does not survive the round trip.
 */
export function withSomeAnnotationsOrNone<T extends { metadata: ObjectMeta }>(object: T): T {
  const { annotations, ...metadata } = object.metadata;
  return annotations === undefined || Object.keys(annotations).length > 0 ? object : { ...object, metadata };
}
