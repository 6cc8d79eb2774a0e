import type { ObjectMeta, TypeMeta } from "@apimachinery/runtime";
import { untypedResource, type ResourceType } from "../rest/resource-type.js";
import type { ObjectReference } from "./object-reference.js";

/** Type of an event. */
export type EventType = "Normal" | "Warning";

/** An event of events.k8s.io/v1, with the fields that a recorder writes. */
export interface Event extends TypeMeta<"events.k8s.io/v1", "Event"> {
  metadata: ObjectMeta;
  /** Time of the first occurrence, with a precision of microseconds. */
  eventTime: string;
  series?: EventSeries;
  reportingController: string;
  reportingInstance: string;
  action: string;
  reason: string;
  regarding: ObjectReference;
  related?: ObjectReference;
  note: string;
  type: EventType;
}

/** Number and time of the occurrences of an event that has occurred more than once. */
export interface EventSeries {
  count: number;
  /** Time of the last occurrence, with a precision of microseconds. */
  lastObservedTime: string;
}

/** Resource type of Events. */
export const eventResource: ResourceType<Event> = untypedResource<Event>(
  { group: "events.k8s.io", version: "v1", kind: "Event" },
  "events",
);
