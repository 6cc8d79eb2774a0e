import type { Strategy } from "../../registry/strategy.js";
import type { Event as CoreEvent } from "../core/v1/types.js";
import { fromCore } from "./core-event.js";
import { coreEventFields } from "./event-fields.js";
import { coreEventTable } from "./event-table.js";
import { validateAnyEvent } from "./event-validation.js";

/**
 * Strategy of Events in core/v1 (Go: pkg/registry/core/event). For older clients, all fields can be
 * changed, and fewer rules apply than in events.k8s.io/v1.
 */
export const coreEventStrategy: Strategy<CoreEvent> = {
  isNamespaced: true,
  allowCreateOnUpdate: true,
  allowUnconditionalUpdate: true,
  defaultGarbageCollectionPolicy: "Unsupported",
  table: coreEventTable,
  selectableFields: coreEventFields,
  validate: (_context, event) => validateAnyEvent(fromCore(event), "reportingComponent"),
};
