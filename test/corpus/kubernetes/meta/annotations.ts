import type { ObjectMeta } from "@apimachinery/runtime";

/**
 * Makes annotations absent or not empty. This is for kinds whose conversions write and remove
 * annotations, because an empty map does not survive their round trips.
 */
export function withSomeAnnotationsOrNone<T extends { metadata: ObjectMeta }>(object: T): T {
  const { annotations, ...metadata } = object.metadata;
  return annotations === undefined || Object.keys(annotations).length > 0 ? object : { ...object, metadata };
}
