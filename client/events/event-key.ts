import type { Event } from "./event.js";

/** Returns the key of an event. Events with equal keys are occurrences of one series. */
export function seriesKey(event: Event): string {
  return JSON.stringify([
    event.type,
    event.action,
    event.reason,
    event.reportingController,
    event.reportingInstance,
    event.regarding,
    event.related,
  ]);
}

/**
 * Returns the key under which events are counted for the limit: source, object and type (Go:
 * getSpamKey).
 */
export function spamKey(event: Event): string {
  const { kind, namespace, name, uid, apiVersion } = event.regarding;
  return JSON.stringify([
    event.reportingController,
    event.reportingInstance,
    kind,
    namespace,
    name,
    uid,
    apiVersion,
    event.type,
  ]);
}
