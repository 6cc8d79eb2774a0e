import type { ObjectMeta } from "@apimachinery/runtime";

/**
 * Takes out what says nothing. Go leaves maps and lists out where nothing is in them: who takes the
 * last label off an object has one without labels. And managedFields of clients say nothing where
 * nobody tracks who owns what, as here.
 */
export function normalizeMetadata(metadata: ObjectMeta): void {
  const { labels, annotations, ownerReferences, finalizers } = metadata;
  if (labels !== undefined && isEmpty(labels)) delete metadata.labels;
  if (annotations !== undefined && isEmpty(annotations)) delete metadata.annotations;
  if (ownerReferences?.length === 0) delete metadata.ownerReferences;
  if (finalizers?.length === 0) delete metadata.finalizers;
  delete metadata.managedFields;
}

function isEmpty(map: Readonly<Record<string, string>>): boolean {
  for (const _ in map) return false;
  return true;
}
