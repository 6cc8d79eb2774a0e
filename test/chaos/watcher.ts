import { setTimeout as pause } from "node:timers/promises";
import { StatusError, type APIObject, type WatchEvent } from "@apimachinery/client";
import type { Random } from "../fuzz/random.js";
import type { Sighting } from "./history.js";
import { failureOf, type RecordingClient } from "./recording-client.js";

const pauseAfterFailure = 50;
/** Longest duration of a watch until the client opens another one, in milliseconds. */
const longestWatch = 3000;

/**
 * Watches until it has reached a revision. Whenever the watch ends, it continues after the last
 * revision. A replaying watcher goes back to a random earlier revision instead.
 */
export class Watcher {
  readonly #client: RecordingClient;
  readonly #random: Random;
  readonly #replays: boolean;
  readonly #nextWatch: () => number;
  /** Revision of the first list, or of the newest one after the server had lost the events. */
  #first = 0;
  #last = 0;
  #closeCurrent: (() => void) | undefined;
  #target = Infinity;

  /** @param nextWatch returns numbers for watches */
  constructor(client: RecordingClient, random: Random, replays: boolean, nextWatch: () => number) {
    this.#client = client;
    this.#random = random;
    this.#replays = replays;
    this.#nextWatch = nextWatch;
  }

  get name(): string {
    return this.#client.options.name;
  }

  /** Stops the watcher as soon as it has reported a revision. */
  stopAt(revision: number): void {
    this.#target = revision;
    if (this.#last >= revision) this.#closeCurrent?.();
  }

  async run(signal: AbortSignal): Promise<void> {
    let mustList = true;
    while (!signal.aborted && this.#last < this.#target) {
      if (mustList) {
        const { revision } = await this.#client.list({ at: "newest" });
        if (revision === undefined) {
          await pause(pauseAfterFailure);
          continue;
        }
        this.#first = this.#last = revision;
      }
      const isReplay = this.#replays && this.#target === Infinity;
      const from = isReplay ? this.#first + this.#random.int(this.#last - this.#first + 1) : this.#last;
      const status = await this.#watch(from, signal);
      mustList = status === 410;
      if (status !== undefined && status !== 200) await pause(pauseAfterFailure);
    }
  }

  /**
   * Opens a watch and records its events until it ends.
   * @returns the code of the error that refused or ended it; 0 for an error without a code
   */
  async #watch(from: number, signal: AbortSignal): Promise<number | undefined> {
    const { recorder, resource, server, name } = this.#client.options;
    const watch = this.#nextWatch();
    const closing = new AbortController();
    const close = () => {
      closing.abort();
    };
    this.#closeCurrent = close;
    const timer = setTimeout(close, 200 + this.#random.int(longestWatch));
    signal.addEventListener("abort", close, { once: true });
    const start = (status: number) => {
      recorder.add({ type: "watch", watch, client: name, server, from, at: recorder.position(), status });
    };
    let isOpen = false;
    try {
      const stream = await resource.watch({
        resourceVersion: String(from),
        allowWatchBookmarks: true,
        signal: closing.signal,
        maxRetries: 0,
      });
      isOpen = true;
      start(200);
      for await (const event of stream) this.#record(watch, event);
      this.#end(watch, { reason: "the server ended it" });
      return undefined;
    } catch (error) {
      const failure = closing.signal.aborted ? { reason: "the client closed it" } : failureOf(error);
      if (isOpen) this.#end(watch, failure);
      else if (error instanceof StatusError) start(error.code);
      return closing.signal.aborted ? undefined : "status" in failure ? (failure.status ?? 0) : 0;
    } finally {
      clearTimeout(timer);
      signal.removeEventListener("abort", close);
    }
  }

  #record(watch: number, { type, object }: WatchEvent<APIObject>): void {
    const { recorder, objects, prefix } = this.#client.options;
    const revision = Number(object.metadata.resourceVersion);
    const isOwn = type !== "BOOKMARK" && object.metadata.name?.startsWith(prefix) === true;
    const seen: { readonly object?: Sighting } = isOwn ? { object: objects.sighting(object) } : {};
    const event = isOwn || type === "BOOKMARK" ? type : "OTHER";
    recorder.add({ type: "event", watch, at: recorder.position(), event, revision, ...seen });
    this.#last = Math.max(this.#last, revision);
    if (this.#last >= this.#target) this.#closeCurrent?.();
  }

  #end(watch: number, { status, reason }: { readonly status?: number; readonly reason: string }): void {
    const { recorder } = this.#client.options;
    const code = status === undefined ? {} : { status };
    recorder.add({ type: "watch-end", watch, at: recorder.position(), ...code, reason });
  }
}
