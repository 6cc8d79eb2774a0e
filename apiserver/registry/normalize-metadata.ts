import type { ObjectMeta } from "@apimachinery/runtime";

/**
 * Removes empty labels, annotations, owner references and finalizers, in place. Go does the same
 * when it encodes empty maps and lists.
 */
export function normalizeMetadata(metadata: ObjectMeta): void {
  const { labels, annotations, ownerReferences, finalizers } = metadata;
  if (labels !== undefined && isEmpty(labels)) delete metadata.labels;
  if (annotations !== undefined && isEmpty(annotations)) delete metadata.annotations;
  if (ownerReferences?.length === 0) delete metadata.ownerReferences;
  if (finalizers?.length === 0) delete metadata.finalizers;
}

function isEmpty(map: Readonly<Record<string, string>>): boolean {
  for (const _ in map) return false;
  return true;
}
