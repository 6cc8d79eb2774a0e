import type { ObjectMeta, TypeMeta } from "@apimachinery/runtime";
import { untypedResource, type ResourceType } from "../rest/resource-type.js";
import type { ObjectReference } from "./object-reference.js";

/** Type of an event. */
export type EventType = "Normal" | "Warning";

/** Event of events.k8s.io/v1, as a recorder writes it. */
export interface Event extends TypeMeta<"events.k8s.io/v1", "Event"> {
  metadata: ObjectMeta;
  /** Time of the first occurrence, with microseconds. */
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

/** Occurrences of an event that has happened more than once. */
export interface EventSeries {
  count: number;
  /** Time of the last occurrence, with microseconds. */
  lastObservedTime: string;
}

/** Resource type of Events. */
export const eventResource: ResourceType<Event> = untypedResource<Event>(
  { group: "events.k8s.io", version: "v1", kind: "Event" },
  "events",
);
