import type { Scheme } from "@apimachinery/runtime";
import { EventSchema as CoreEventSchema } from "../core/v1/zz_generated.schema.js";
import type { Event as CoreEvent } from "../core/v1/types.js";
import type { Event } from "./v1/types.js";
import { EventSchema } from "./v1/zz_generated.schema.js";

/**
 * Registers the conversions between Events of core/v1 and of events.k8s.io/v1. They lose no field.
 */
export function addEventConversions(scheme: Scheme): void {
  scheme.addConversionFunc(CoreEventSchema, EventSchema, fromCore);
  scheme.addConversionFunc(EventSchema, CoreEventSchema, toCore);
}

/** Returns an Event of core/v1 in the form of events.k8s.io/v1. */
export function fromCore(event: Readonly<CoreEvent>): Event {
  const { metadata, eventTime, series, action, reason, involvedObject, related, type, count } = event;
  return {
    kind: "Event",
    apiVersion: "events.k8s.io/v1",
    metadata,
    eventTime,
    ...(series !== undefined && { series: { count: series.count ?? 0, lastObservedTime: series.lastObservedTime } }),
    ...given({
      reportingController: event.reportingComponent,
      reportingInstance: event.reportingInstance,
      action,
      reason,
    }),
    regarding: involvedObject,
    ...given({ related, note: event.message, type }),
    deprecatedSource: event.source,
    deprecatedFirstTimestamp: event.firstTimestamp,
    deprecatedLastTimestamp: event.lastTimestamp,
    ...given({ deprecatedCount: count }),
  };
}

/** Returns an Event of events.k8s.io/v1 in the form of core/v1. */
export function toCore(event: Readonly<Event>): CoreEvent {
  const { metadata, eventTime, series, action, reason, regarding, related, note, type } = event;
  return {
    kind: "Event",
    apiVersion: "v1",
    metadata,
    involvedObject: regarding,
    ...given({ reason, message: note }),
    source: event.deprecatedSource,
    firstTimestamp: event.deprecatedFirstTimestamp,
    lastTimestamp: event.deprecatedLastTimestamp,
    ...given({ count: event.deprecatedCount, type }),
    eventTime,
    ...(series !== undefined && {
      series: { ...given({ count: series.count }), lastObservedTime: series.lastObservedTime },
    }),
    ...given({ action, related }),
    reportingComponent: event.reportingController ?? "",
    reportingInstance: event.reportingInstance ?? "",
  };
}

type Given<T> = { [Name in keyof T]?: Exclude<T[Name], undefined> };

/**
 * Returns the fields that have a value. Fields with an empty string or zero are omitted, because
 * they have the same meaning as absent fields.
 */
function given<T extends object>(fields: T): Given<T> {
  const present = Object.entries(fields).filter(([, value]) => value !== undefined && value !== "" && value !== 0);
  return Object.fromEntries(present) as Given<T>; // The type of fromEntries loses the field names.
}
