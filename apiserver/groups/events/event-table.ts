import { ageOf } from "../../endpoints/table/column-convertor.js";
import type { APIObject } from "../../request/api-object.js";
import { nameColumn, type TableConvertor } from "../../registry/table-convertor.js";
import { stringColumn } from "../columns.js";
import type { Event as CoreEvent } from "../core/v1/types.js";
import { fromCore } from "./core-event.js";
import { isZeroTime } from "./event-validation.js";
import type { Event } from "./v1/types.js";

/** Table output of Events, with the columns of Kubernetes. */
export const eventTable: TableConvertor = {
  columns: [
    stringColumn("Last Seen", "Time since the last occurrence."),
    stringColumn("Type", "Normal, or Warning for what may need attention."),
    stringColumn("Reason", "Cause of the action in one word."),
    stringColumn("Object", "Kind and name of the object to which it happened."),
    stringColumn("Subobject", "Part of the object to which it happened.", 1),
    stringColumn("Source", "Sender of the Event, and its process or node.", 1),
    stringColumn("Message", "What happened, in a sentence."),
    stringColumn("First Seen", "Time since the first occurrence.", 1),
    stringColumn("Count", "Number of occurrences.", 1),
    { ...nameColumn, priority: 1 },
  ],
  cells: (object: APIObject) => cellsOf(object as Event), // The convertor gets only Events.
};

/** Table output of Events of core/v1, with the same columns. */
export const coreEventTable: TableConvertor = {
  ...eventTable,
  cells: (object: APIObject) => cellsOf(fromCore(object as CoreEvent)), // The convertor gets only Events of core/v1.
};

function cellsOf(event: Event): readonly unknown[] {
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
    // An Event without a series and without a count has occurred once.
    series?.count ?? ((event.deprecatedCount ?? 0) || 1),
    event.metadata.name ?? "",
  ];
}

function since(time: string | undefined): string {
  return isZeroTime(time) ? "<unknown>" : ageOf(time);
}

function sourceOf({ deprecatedSource, reportingController = "", reportingInstance = "" }: Event): string {
  const component = (deprecatedSource.component ?? "") || reportingController;
  const instance = (deprecatedSource.host ?? "") || reportingInstance;
  return instance === "" ? component : `${component}, ${instance}`;
}
