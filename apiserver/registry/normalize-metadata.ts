import type { ObjectMeta } from "@apimachinery/runtime";

const strings = ["name", "generateName", "namespace", "selfLink", "uid", "resourceVersion"] as const;

/**
 * Removes empty strings, labels, annotations, owner references and finalizers, and a generation of
 * 0, in place. Go leaves them out when it encodes metadata.
 */
export function normalizeMetadata(metadata: ObjectMeta): void {
  for (const name of strings) if (metadata[name] === "") Reflect.deleteProperty(metadata, name);
  if (metadata.generation === 0) delete metadata.generation;
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
