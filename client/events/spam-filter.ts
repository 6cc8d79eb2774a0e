import { TokenBucket } from "../rest/token-bucket.js";
import { spamKey } from "./event-key.js";
import type { Event } from "./event.js";

/** Limit of the events of one recorder and one type about one object. */
export interface SpamLimit {
  /** Maximum number of events in quick succession. */
  readonly burst: number;
  /** Maximum rate of events after the burst, in events per second. */
  readonly qps: number;
}

/** Default limit, as in client-go: 25 events, then one event in five minutes. */
export const defaultSpamLimit: SpamLimit = { burst: 25, qps: 1 / 300 };

/** Maximum number of values of `spamKey` whose events are counted, as in client-go. */
const maxObjects = 4096;

/**
 * Limits the number of events about each object (Go: EventSourceObjectSpamFilter). Without a limit,
 * an object that fails permanently would fill the server with events.
 */
export class SpamFilter {
  readonly #limit: SpamLimit;
  /**
   * Token buckets by `spamKey`, sorted by the time of the last event with the key, oldest first.
   */
  readonly #buckets = new Map<string, TokenBucket>();

  constructor(limit: SpamLimit) {
    this.#limit = limit;
  }

  /** Counts an event. Returns true if the event is within the limit and may be recorded. */
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
