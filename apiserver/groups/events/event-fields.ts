import type { Scheme } from "@apimachinery/runtime";
import type { Event } from "./v1/types.js";

/** Returns the fields of an Event that field selectors support, besides its name and namespace. */
export function eventFields(event: Event): Readonly<Record<string, string>> {
  const { regarding } = event;
  return {
    reason: event.reason ?? "",
    "regarding.kind": regarding.kind ?? "",
    "regarding.namespace": regarding.namespace ?? "",
    "regarding.name": regarding.name ?? "",
    "regarding.uid": regarding.uid ?? "",
    "regarding.apiVersion": regarding.apiVersion ?? "",
    "regarding.resourceVersion": regarding.resourceVersion ?? "",
    "regarding.fieldPath": regarding.fieldPath ?? "",
    reportingController: event.reportingController ?? "",
    type: event.type ?? "",
  };
}

/** Names of these fields. */
const labels = new Set([
  ...Object.keys(eventFields({ regarding: {} } as Event)), // Only the names of the fields are read.
  "metadata.name",
  "metadata.namespace",
]);

/**
 * Registers the fields with a scheme, so that the error for another field is that of Kubernetes.
 */
export function addEventFields(scheme: Scheme): void {
  scheme.addFieldLabelConversionFunc({ group: "events.k8s.io", version: "v1", kind: "Event" }, (label, value) => {
    if (labels.has(label)) return { label, value };
    throw new Error(`field label not supported: ${label}`);
  });
}
