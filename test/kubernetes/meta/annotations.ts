import type { ObjectMeta } from "@apimachinery/runtime";

/**
 * For fuzzers of kinds whose conversions write annotations and remove them: an empty map does not
 * come back.
 */
export function withSomeAnnotationsOrNone<T extends { metadata: ObjectMeta }>(object: T): T {
  const { annotations, ...metadata } = object.metadata;
  return annotations === undefined || Object.keys(annotations).length > 0 ? object : { ...object, metadata };
}
