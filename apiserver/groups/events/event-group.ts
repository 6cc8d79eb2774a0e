import type { GroupDefinition } from "../../server/group-definition.js";
import type { Event as CoreEvent } from "../core/v1/types.js";
import { SchemeGroupVersion as coreV1, type Kinds as CoreKinds } from "../core/v1/zz_generated.register.js";
import { Install as InstallCore } from "../core/zz_generated.install.js";
import { supportFieldLabels } from "../field-labels.js";
import { addEventConversions } from "./core-event.js";
import { coreEventStrategy } from "./core-event-strategy.js";
import { coreEventFields, eventFields } from "./event-fields.js";
import { eventStrategy } from "./event-strategy.js";
import type { Event } from "./v1/types.js";
import { SchemeGroupVersion as eventsV1, type Kinds } from "./v1/zz_generated.register.js";
import { Install } from "./zz_generated.install.js";

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
