import type { RESTClient } from "@apimachinery/client";
import { retry } from "../../util/retry.js";
import type { AuditBackend, OnLost } from "../backend.js";
import { eventListJSON } from "../event.js";

/**
 * Returns the backend that sends events to another server as an EventList. It makes up to five
 * attempts, after any error, because an error does not mean that the events are refused forever.
 * @param initial pause before the second attempt, in milliseconds
 */
export function webhookBackend(client: RESTClient, initial: number, onLost: OnLost): AuditBackend {
  const backoff = { initial, factor: 1.5, jitter: 0.2, attempts: 5 };
  return {
    process: async (events) => {
      const body = eventListJSON(events);
      const headers = { "content-type": "application/json" };
      const always = () => true;
      try {
        await retry(backoff, always, () => client.text({ method: "POST", path: "", headers, body, maxRetries: 0 }));
        return true;
      } catch (error) {
        onLost("webhook", error, events);
        return false;
      }
    },
    close: () => client.close(),
  };
}
