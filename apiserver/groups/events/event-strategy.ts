import type { Strategy } from "../../registry/strategy.js";
import { eventFields } from "./event-fields.js";
import { eventTable } from "./event-table.js";
import { validateChangedEvent, validateNewEvent } from "./event-validation.js";
import type { Event } from "./v1/types.js";

/** Strategy of Events (Go: pkg/registry/core/event). */
export const eventStrategy: Strategy<Event> = {
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
