import type { AuditBackend, OnLost } from "./backend.js";
import { eventJSON, type AuditEvent } from "./event.js";
import { atLeast } from "./policy/policy.js";

/** Maximum sizes of events and batches as JSON, in bytes. */
export interface TruncateConfig {
  readonly maxEventSize: number;
  readonly maxBatchSize: number;
}

/**
 * Returns a backend that limits the sizes of events and batches. If an event is too large, its
 * request and response objects are removed. If it is still too large, the event is lost. A batch
 * that is too large is split.
 */
export function truncating(backend: AuditBackend, config: TruncateConfig, onLost: OnLost): AuditBackend {
  return {
    process: async (events) => {
      const { batches, lost } = batchesOf(events, config);
      let isStored = true;
      for (const batch of batches) isStored = (await backend.process(batch)) && isStored;
      if (lost.length > 0) onLost("truncate", new Error("event is too large even after truncating"), lost);
      return isStored;
    },
    close: () => backend.close(),
  };
}

interface Split {
  readonly batches: readonly (readonly AuditEvent[])[];
  readonly lost: readonly AuditEvent[];
}

function batchesOf(events: readonly AuditEvent[], { maxEventSize, maxBatchSize }: TruncateConfig): Split {
  const batches: AuditEvent[][] = [];
  const lost: AuditEvent[] = [];
  let batchSize = Infinity;
  for (const given of events) {
    const isLarge = sizeOf(given) > maxEventSize && atLeast(given.level, "Request");
    const event = isLarge ? truncated(given) : given;
    const size = sizeOf(event);
    if (size > maxEventSize) {
      lost.push(event);
      continue;
    }
    if (batchSize + size > maxBatchSize) {
      batches.push([]);
      batchSize = 0;
    }
    batches.at(-1)?.push(event);
    batchSize += size;
  }
  return { batches, lost };
}

function truncated(event: AuditEvent): AuditEvent {
  const annotations = { ...event.annotations, "audit.k8s.io/truncated": "true" };
  return { ...event, requestObject: undefined, responseObject: undefined, annotations };
}

/** Returns the size of an event in the log, with the line break. */
function sizeOf(event: AuditEvent): number {
  return Buffer.byteLength(eventJSON(event)) + 1;
}
