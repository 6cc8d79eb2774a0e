import type { RESTClient } from "../rest/rest-client.js";
import {
  isAlreadyExists,
  isInternalError,
  isNotFound,
  isServerTimeout,
  isServiceUnavailable,
  isTimeout,
  isTooManyRequests,
} from "../errors/predicates.js";
import { StatusError } from "../errors/status-error.js";
import { abortReason, sleep } from "../rest/sleep.js";
import { eventResource, type Event } from "./event.js";

/** Maximum number of attempts to write one event, as in client-go. */
const maxTries = 12;
/**
 * Largest random time that is added to the delay between two attempts, as a fraction of the delay.
 */
const jitter = 0.25;

/** Writes events to a server. */
export class EventSink {
  readonly #client: RESTClient;
  readonly #retryDelay: number;

  /** @param retryDelay time between two attempts, in milliseconds */
  constructor(client: RESTClient, retryDelay: number) {
    this.#client = client;
    this.#retryDelay = retryDelay;
  }

  /**
   * Writes an event, or the new count of its series. Repeats the request after temporary errors.
   * @throws the error of the last attempt, or the signal's reason
   */
  async record(event: Event, signal: AbortSignal): Promise<void> {
    for (let tries = 1; ; tries++) {
      try {
        await this.#write(event, signal);
        return;
      } catch (error) {
        if (event.series === undefined && isAlreadyExists(error)) return;
        if (signal.aborted) throw abortReason(signal);
        if (tries >= maxTries || !mayPass(error)) throw error;
      }
      await sleep(this.#retryDelay * (1 + jitter * Math.random()), signal);
    }
  }

  /**
   * Creates an event without a series. For an event with a series, sends the series as a patch; if
   * the event does not exist on the server, for example because its time to live has passed,
   * creates it.
   */
  async #write(event: Event, signal: AbortSignal): Promise<void> {
    const { name = "", namespace = "" } = event.metadata;
    const events = this.#client.resourceOf(eventResource).namespace(namespace);
    if (event.series !== undefined) {
      try {
        await events.patch(name, { type: "merge", body: { series: event.series } }, { signal });
        return;
      } catch (error) {
        if (!isNotFound(error)) throw error;
      }
    }
    await events.create(event, { signal });
  }
}

/** Reports whether a later attempt can succeed. */
function mayPass(error: unknown): boolean {
  if (!(error instanceof StatusError)) return true;
  return (
    // Another write has created the event between the patch and the create. A later patch can
    // succeed.
    isAlreadyExists(error) ||
    isTooManyRequests(error) ||
    isInternalError(error) ||
    isServiceUnavailable(error) ||
    isServerTimeout(error) ||
    isTimeout(error)
  );
}
