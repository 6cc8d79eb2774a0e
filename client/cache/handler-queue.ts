import { setImmediate } from "node:timers/promises";
import { FIFO } from "../workqueue/fifo.js";
import type { EventHandler, Notification } from "./event-handler.js";

/**
 * Maximum time between two pauses while a handler is called repeatedly, in milliseconds. During a
 * pause, other tasks of the process run.
 */
const longestTurn = 10;

/**
 * Calls one event handler. Each handler has a separate queue, so a slow handler does not delay
 * other handlers.
 */
export class HandlerQueue<T> {
  readonly #handler: EventHandler<T>;
  readonly #onError: (error: unknown) => void;
  readonly #queue = new FIFO<Notification<T>>();
  #isRunning = false;
  #isStopped = false;
  #hasSynced = false;
  readonly #waiting: (() => void)[] = [];

  constructor(handler: EventHandler<T>, onError: (error: unknown) => void) {
    this.#handler = handler;
    this.#onError = onError;
  }

  /** True if the handler has received all objects that existed when it was added. */
  get hasSynced(): boolean {
    return this.#hasSynced;
  }

  /** Number of notifications that the handler has not received yet. */
  get pending(): number {
    return this.#queue.length;
  }

  onSynced(then: () => void): void {
    if (this.#hasSynced) then();
    else this.#waiting.push(then);
  }

  push(notification: Notification<T>): void {
    if (this.#isStopped) return;
    this.#queue.push(notification);
    if (this.#isRunning) return;
    this.#isRunning = true;
    queueMicrotask(() => void this.#drain());
  }

  /** Stops the calls of the handler. */
  stop(): void {
    this.#isStopped = true;
    this.#queue.clear();
  }

  async #drain(): Promise<void> {
    let start = performance.now();
    for (let next = this.#queue.shift(); next !== undefined; next = this.#queue.shift()) {
      try {
        const pending = this.#notify(next);
        if (pending !== undefined) await pending;
      } catch (error) {
        this.#onError(error);
      }
      if (performance.now() - start < longestTurn) continue;
      await setImmediate();
      start = performance.now();
    }
    this.#isRunning = false;
  }

  #notify(notification: Notification<T>): void | Promise<void> {
    const handler = this.#handler;
    switch (notification.type) {
      case "add":
        return handler.onAdd?.(notification.object, notification.isInInitialList);
      case "update":
        return handler.onUpdate?.(notification.old, notification.object);
      case "delete":
        return handler.onDelete?.(notification.object);
      case "synced":
        this.#hasSynced = true;
        for (const then of this.#waiting.splice(0)) then();
    }
  }
}
