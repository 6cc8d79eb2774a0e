import type { GroupDefinition } from "../../server/group-definition.js";
import type { Event as CoreEvent, ObjectReference } from "../core/v1/types.js";
import { SchemeGroupVersion as coreV1, type Kinds as CoreKinds } from "../core/v1/zz_generated.register.js";
import { Install as InstallCore } from "../core/zz_generated.install.js";
import { supportFieldLabels } from "../field-labels.js";
import { addEventConversions, fromCore } from "./core-event.js";
import type { Event } from "./v1/types.js";
import { SchemeGroupVersion as eventsV1, type Kinds } from "./v1/zz_generated.register.js";
import { Install } from "./zz_generated.install.js";
import type { Strategy } from "../../registry/strategy.js";
import { validateAnyEvent, validateChangedEvent, validateNewEvent, isZeroTime } from "./event-validation.js";
import { ageOf } from "../../endpoints/table/column-convertor.js";
import type { APIObject } from "../../request/api-object.js";
import { nameColumn, type TableConvertor } from "../../registry/table-convertor.js";
import { stringColumn } from "../columns.js";

/** Returns the fields of an Event that field selectors support, besides its name and namespace. */
function eventFields(event: Event): Readonly<Record<string, string>> {
  const { reason = "", regarding, reportingController = "", type = "" } = event;
  return { reason, ...referenceFields("regarding", regarding), reportingController, type };
}

/** Returns the fields of an Event of core/v1 that field selectors support. */
function coreEventFields(event: CoreEvent): Readonly<Record<string, string>> {
  const { reason = "", involvedObject, reportingComponent, type = "" } = event;
  const source = (event.source.component ?? "") || reportingComponent;
  return { reason, ...referenceFields("involvedObject", involvedObject), reportingComponent, source, type };
}

function referenceFields(name: string, reference: ObjectReference): Readonly<Record<string, string>> {
  const fields = ["kind", "namespace", "name", "uid", "apiVersion", "resourceVersion", "fieldPath"] as const;
  return Object.fromEntries(fields.map((field) => [`${name}.${field}`, reference[field] ?? ""]));
}

/** Table output of Events, with the columns of Kubernetes. */
const eventTable: TableConvertor = {
  columns: [
    stringColumn("Last Seen", "Time since the last occurrence."),
    stringColumn("Type", "Normal, or Warning for a fact that may need attention."),
    stringColumn("Reason", "Cause of the action in one word."),
    stringColumn("Object", "Kind and name of the object that the Event is about."),
    stringColumn("Subobject", "Part of the object that the Event is about.", 1),
    stringColumn("Source", "Sender of the Event, and its process or node.", 1),
    stringColumn("Message", "What happened, in a sentence."),
    stringColumn("First Seen", "Time since the first occurrence.", 1),
    stringColumn("Count", "Number of occurrences.", 1),
    { ...nameColumn, priority: 1 },
  ],
  cells: (object: APIObject) => cellsOf(object as Event), // The convertor gets only Events.
};

/** Table output of Events of core/v1, with the same columns. */
const coreEventTable: TableConvertor = {
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

/** Strategy of Events (Go: pkg/registry/core/event). */
const eventStrategy: Strategy<Event> = {
  isNamespaced: true,
  allowCreateOnUpdate: true,
  allowUnconditionalUpdate: true,
  defaultGarbageCollectionPolicy: "Unsupported",
  // Time to live in seconds: one hour, the default of Kubernetes' --event-ttl.
  ttl: 3600,
  table: eventTable,
  selectableFields: eventFields,
  validateOnUpdate: false,
  validate: (_context, event) => validateNewEvent(event),
  validateUpdate: (_context, event, old) => validateChangedEvent(event, old),
};

/**
 * Strategy of Events in core/v1 (Go: pkg/registry/core/event). For older clients, all fields can be
 * changed, and fewer rules apply than in events.k8s.io/v1.
 */
const coreEventStrategy: Strategy<CoreEvent> = {
  isNamespaced: true,
  allowCreateOnUpdate: true,
  allowUnconditionalUpdate: true,
  defaultGarbageCollectionPolicy: "Unsupported",
  table: coreEventTable,
  selectableFields: coreEventFields,
  validate: (_context, event) => validateAnyEvent(fromCore(event), "reportingComponent"),
};

/**
 * The legacy group of Kubernetes, with the older form of Events. They are stored as Events of
 * events.k8s.io.
 */
const coreEventGroup: GroupDefinition<typeof CoreKinds> = {
  install: (scheme) => {
    InstallCore(scheme);
    addEventConversions(scheme);
    // The cast is safe, because only the names of the resulting fields are used.
    const empty = { involvedObject: {}, source: {} } as CoreEvent;
    supportFieldLabels(scheme, { ...coreV1, kind: "Event" }, [
      ...Object.keys(coreEventFields(empty)),
      "metadata.namespace",
    ]);
  },
  kinds: { Event: coreEventStrategy },
  storedAs: { Event: { group: eventsV1.group, kind: "Event" } },
};

/**
 * The group events.k8s.io, with the kind Event. Its objects are also served as Events of the legacy
 * group. An Event is deleted after one hour.
 */
export const eventGroup: GroupDefinition<typeof Kinds> = {
  install: (scheme) => {
    Install(scheme);
    const empty = { regarding: {} } as Event; // Only the names of its fields are used.
    supportFieldLabels(scheme, { ...eventsV1, kind: "Event" }, [
      ...Object.keys(eventFields(empty)),
      "metadata.namespace",
    ]);
  },
  kinds: { Event: eventStrategy },
  alsoServes: [coreEventGroup],
};
