import type { GroupDefinition } from "../../server/group-definition.js";
import type { Event as CoreEvent } from "../core/v1/types.js";
import { SchemeGroupVersion as coreV1, type Kinds as CoreKinds } from "../core/v1/zz_generated.register.js";
import { Install as InstallCore } from "../core/zz_generated.install.js";
import { supportFieldLabels } from "../field-labels.js";
import { addEventConversions, fromCore } from "./core-event.js";
import { coreEventFields, eventFields } from "./event-fields.js";
import type { Event } from "./v1/types.js";
import { SchemeGroupVersion as eventsV1, type Kinds } from "./v1/zz_generated.register.js";
import { Install } from "./zz_generated.install.js";
import type { Strategy } from "../../registry/strategy.js";
import { coreEventTable, eventTable } from "./event-table.js";
import { validateAnyEvent, validateChangedEvent, validateNewEvent } from "./event-validation.js";

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
    supportFieldLabels(scheme, { ...coreV1, kind: "Event" }, Object.keys(coreEventFields(empty)));
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
    supportFieldLabels(scheme, { ...eventsV1, kind: "Event" }, Object.keys(eventFields(empty)));
  },
  kinds: { Event: eventStrategy },
  alsoServes: [coreEventGroup],
};
