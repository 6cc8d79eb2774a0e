import type { Event as CoreEvent, ObjectReference } from "../core/v1/types.js";
import type { Event } from "./v1/types.js";

/** Returns the fields of an Event that field selectors support, besides its name and namespace. */
export function eventFields(event: Event): Readonly<Record<string, string>> {
  const { reason = "", regarding, reportingController = "", type = "" } = event;
  return { reason, ...referenceFields("regarding", regarding), reportingController, type };
}

/** Returns the fields of an Event of core/v1 that field selectors support. */
export function coreEventFields(event: CoreEvent): Readonly<Record<string, string>> {
  const { reason = "", involvedObject, reportingComponent, type = "" } = event;
  const source = (event.source.component ?? "") || reportingComponent;
  return { reason, ...referenceFields("involvedObject", involvedObject), reportingComponent, source, type };
}

function referenceFields(name: string, reference: ObjectReference): Readonly<Record<string, string>> {
  const fields = ["kind", "namespace", "name", "uid", "apiVersion", "resourceVersion", "fieldPath"] as const;
  return Object.fromEntries(fields.map((field) => [`${name}.${field}`, reference[field] ?? ""]));
}
