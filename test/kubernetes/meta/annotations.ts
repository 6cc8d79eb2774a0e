import type { ObjectMeta } from "@apimachinery/runtime";

/** Without the field where there are none, as on the wire. */
export function withAnnotations(metadata: ObjectMeta, annotations: Record<string, string>): ObjectMeta {
  if (Object.keys(annotations).length > 0) return { ...metadata, annotations };
  const out = { ...metadata };
  delete out.annotations;
  return out;
}

/** The same metadata where there is nothing to drop. */
export function withoutAnnotations(metadata: ObjectMeta, names: ReadonlySet<string>): ObjectMeta {
  const annotations = Object.entries(metadata.annotations ?? {});
  const kept = annotations.filter(([name]) => !names.has(name));
  return kept.length === annotations.length ? metadata : withAnnotations(metadata, Object.fromEntries(kept));
}

/** For fuzzers of kinds whose conversions write annotations and remove them: an empty map does not come back. */
export function withSomeAnnotationsOrNone<T extends { metadata: ObjectMeta }>(object: T): T {
  return { ...object, metadata: withAnnotations(object.metadata, object.metadata.annotations ?? {}) };
}
