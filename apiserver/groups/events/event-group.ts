import type { GroupDefinition } from "../../server/group-definition.js";
import { addEventFields } from "./event-fields.js";
import { eventStrategy } from "./event-strategy.js";
import type { Kinds } from "./v1/zz_generated.register.js";
import { Install } from "./zz_generated.install.js";

/** The group events.k8s.io, with the kind Event. An Event is deleted after one hour. */
export const eventGroup: GroupDefinition<typeof Kinds> = {
  install: (scheme) => {
    Install(scheme);
    addEventFields(scheme);
  },
  kinds: { Event: eventStrategy },
};
