import { TokenBucket } from "../rest/token-bucket.js";
import { spamKey } from "./event-key.js";
import type { Event } from "./event.js";

/** Limit of the events about one object. */
export interface SpamLimit {
  /** Number of events without a delay between them. */
  readonly burst: number;
  /** Events per second on average, after the burst. */
  readonly qps: number;
}

/** Limit of client-go: 25 events, then one event in five minutes. */
export const defaultSpamLimit: SpamLimit = { burst: 25, qps: 1 / 300 };

/** Number of objects whose limits are remembered, as in client-go. */
const maxObjects = 4096;

/**
 * Limits the number of events about each object (Go: EventSourceObjectSpamFilter). An object that
 * is never healthy would otherwise fill the server with events.
 */
export class SpamFilter {
  readonly #limit: SpamLimit;
  /** Limits by object; the object with the oldest event is the first one. */
  readonly #buckets = new Map<string, TokenBucket>();

  constructor(limit: SpamLimit) {
    this.#limit = limit;
  }

  /** Reports whether an event may be recorded, and counts it. */
  accepts(event: Event): boolean {
    const key = spamKey(event);
    const bucket = this.#buckets.get(key) ?? new TokenBucket(this.#limit.qps, this.#limit.burst);
    this.#buckets.delete(key);
    this.#buckets.set(key, bucket);
    const [oldest] = this.#buckets.keys();
    if (this.#buckets.size > maxObjects && oldest !== undefined) this.#buckets.delete(oldest);
    return bucket.tryTake();
  }
}
