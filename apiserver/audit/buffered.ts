import { setTimeout as sleep } from "node:timers/promises";
import { TokenBucket } from "@apimachinery/client";
import type { AuditBackend, OnLost } from "./backend.js";
import type { AuditEvent } from "./event.js";

/** Configuration of the buffer of an audit backend. */
export interface BatchConfig {
  /** Maximum number of waiting events. Further events are lost. */
  readonly bufferSize: number;
  readonly maxBatchSize: number;
  /** Maximum time for which events wait for a full batch, in milliseconds. */
  readonly maxBatchWait: number;
  /**
   * Limits of the rate: batches per second (`qps`), and batches that may be sent at once (`burst`).
   * Undefined for no limit.
   */
  readonly throttle: { readonly qps: number; readonly burst: number } | undefined;
  /** True if several batches can be sent at the same time. */
  readonly isAsync: boolean;
}

/**
 * Returns a backend that collects events, and passes them to another backend in batches. Requests
 * do not wait for the other backend (mode `batch`).
 */
export function buffered(backend: AuditBackend, config: BatchConfig, onLost: OnLost): AuditBackend {
  return new BufferedBackend(backend, config, onLost);
}

class BufferedBackend implements AuditBackend {
  readonly #backend: AuditBackend;
  readonly #config: BatchConfig;
  readonly #onLost: OnLost;
  readonly #throttle: TokenBucket | undefined;
  readonly #sending = new Set<Promise<unknown>>();
  #buffer: AuditEvent[] = [];
  #timer: NodeJS.Timeout | undefined;
  #pump: Promise<void> | undefined;
  #isSending = false;
  /** True if the next batch is sent even if it is not full. */
  #isDue = false;
  #isClosed = false;

  constructor(backend: AuditBackend, config: BatchConfig, onLost: OnLost) {
    this.#backend = backend;
    this.#config = config;
    this.#onLost = onLost;
    const { throttle } = config;
    this.#throttle = throttle === undefined ? undefined : new TokenBucket(throttle.qps, throttle.burst);
  }

  process(events: readonly AuditEvent[]): Promise<boolean> {
    const { bufferSize, maxBatchSize, maxBatchWait } = this.#config;
    const free = this.#isClosed ? 0 : Math.max(bufferSize - this.#buffer.length, 0);
    this.#buffer.push(...events.slice(0, free));
    if (events.length > free)
      this.#onLost(
        "buffered",
        new Error(this.#isClosed ? "audit backend shut down" : "audit buffer queue blocked"),
        events.slice(free),
      );
    if (this.#buffer.length >= maxBatchSize) this.#send(false);
    else
      this.#timer ??= setTimeout(() => {
        this.#timer = undefined;
        this.#send(true);
      }, maxBatchWait);
    return Promise.resolve(true);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    await this.#pump;
    this.#send(true);
    await this.#pump;
    await Promise.all(this.#sending);
    await this.#backend.close();
  }

  /** @param isDue true to also send a batch that is not full */
  #send(isDue: boolean): void {
    this.#isDue ||= isDue;
    if (!this.#isSending) this.#pump = this.#sendBatches();
  }

  async #sendBatches(): Promise<void> {
    const { maxBatchSize, isAsync } = this.#config;
    this.#isSending = true;
    while (this.#buffer.length >= (this.#isDue ? 1 : maxBatchSize)) {
      const wait = this.#throttle?.reserve() ?? 0;
      if (wait > 0) await sleep(wait);
      const batch = this.#buffer.splice(0, maxBatchSize);
      const sent = this.#backend.process(batch).finally(() => this.#sending.delete(sent));
      this.#sending.add(sent);
      if (!isAsync) await sent;
    }
    this.#isSending = false;
    this.#isDue = false;
  }
}
