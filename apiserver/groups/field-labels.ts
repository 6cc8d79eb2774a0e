import type { GroupVersionKind, Scheme } from "@apimachinery/runtime";

/**
 * Registers the fields of a kind that field selectors support, in addition to the name. The error
 * for any other field is the same as for Kubernetes' own kinds.
 */
export function supportFieldLabels(scheme: Scheme, kind: GroupVersionKind, fields: readonly string[]): void {
  const labels = new Set([...fields, "metadata.name"]);
  scheme.addFieldLabelConversionFunc(kind, (label, value) => {
    if (labels.has(label)) return { label, value };
    throw new Error(`field label not supported: ${label}`);
  });
}
