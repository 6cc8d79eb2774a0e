import { ageOf } from "../../endpoints/table/column-convertor.js";
import type { APIObject } from "../../request/api-object.js";
import { nameColumn, type TableConvertor } from "../../registry/table-convertor.js";
import { stringColumn } from "../columns.js";
import { isZeroTime } from "./event-validation.js";
import type { Event } from "./v1/types.js";

/** Table output of Events, with the columns of Kubernetes. */
export const eventTable: TableConvertor = {
  columns: [
    stringColumn("Last Seen", "The time at which the most recent occurrence of this event was recorded."),
    stringColumn("Type", "Type of this event (Normal, Warning), new types could be added in the future"),
    stringColumn("Reason", "This should be a short, machine understandable string that gives the reason."),
    stringColumn("Object", "The object that this event is about."),
    stringColumn("Subobject", "The part of the object that this event is about.", 1),
    stringColumn("Source", "The component reporting this event.", 1),
    stringColumn("Message", "A human-readable description of the status of this operation."),
    stringColumn("First Seen", "The time at which the event was first recorded.", 1),
    stringColumn("Count", "The number of times this event has occurred.", 1),
    { ...nameColumn, priority: 1 },
  ],
  cells: (object: APIObject) => {
    const event = object as Event; // The convertor belongs to the strategy of Events.
    const { regarding, series, deprecatedLastTimestamp } = event;
    const first = isZeroTime(event.deprecatedFirstTimestamp) ? event.eventTime : event.deprecatedFirstTimestamp;
    const last = series?.lastObservedTime ?? (isZeroTime(deprecatedLastTimestamp) ? first : deprecatedLastTimestamp);
    const kind = (regarding.kind ?? "").toLowerCase();
    return [
      since(last),
      event.type ?? "",
      event.reason ?? "",
      (regarding.name ?? "") === "" ? kind : `${kind}/${regarding.name ?? ""}`,
      regarding.fieldPath ?? "",
      sourceOf(event),
      (event.note ?? "").trim(),
      since(first),
      // An Event without a series has no count.
      series?.count ?? ((event.deprecatedCount ?? 0) || 1),
      event.metadata.name ?? "",
    ];
  },
};

function since(time: string | undefined): string {
  return isZeroTime(time) ? "<unknown>" : ageOf(time);
}

function sourceOf({ deprecatedSource, reportingController = "", reportingInstance = "" }: Event): string {
  const component = (deprecatedSource.component ?? "") || reportingController;
  const instance = (deprecatedSource.host ?? "") || reportingInstance;
  return instance === "" ? component : `${component}, ${instance}`;
}
