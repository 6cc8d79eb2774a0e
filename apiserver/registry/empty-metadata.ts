import type { ObjectMeta } from "@apimachinery/runtime";

/** Go leaves these out where nothing is in them: who takes the last label off an object has one without labels. */
export function dropEmptyMetadata(metadata: ObjectMeta): void {
  const { labels, annotations, ownerReferences, finalizers, managedFields } = metadata;
  if (labels !== undefined && isEmpty(labels)) delete metadata.labels;
  if (annotations !== undefined && isEmpty(annotations)) delete metadata.annotations;
  if (ownerReferences?.length === 0) delete metadata.ownerReferences;
  if (finalizers?.length === 0) delete metadata.finalizers;
  if (managedFields?.length === 0) delete metadata.managedFields;
}

function isEmpty(map: Readonly<Record<string, string>>): boolean {
  return Object.keys(map).length === 0;
}
