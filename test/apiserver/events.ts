import type { Response } from "@apimachinery/apiserver";
import type { Json } from "./harness.js";

/** Collects the events of a stream until the client disconnects. */
export class Events {
  readonly #events: Json[] = [];
  readonly #gone = new AbortController();
  #wake: () => void = () => undefined;
  hasEnded = false;

  constructor({ body }: Response) {
    if (typeof body !== "function") throw new Error(`no stream: ${body.toString()}`);
    body({
      write: (chunk) => {
        for (const line of chunk.toString().trimEnd().split("\n")) this.#events.push(JSON.parse(line) as Json);
        this.#wake();
        return true;
      },
      onDrain: () => undefined,
      end: () => {
        this.hasEnded = true;
        this.#wake();
      },
      stop: () => {
        this.#gone.abort();
      },
      closed: this.#gone.signal,
    });
  }

  /**
   * Waits until `count` events have arrived, or the stream has ended. Returns these events and
   * removes them from the collected events.
   */
  async take(count: number): Promise<readonly Json[]> {
    while (this.#events.length < count && !this.hasEnded) {
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
    return this.#events.splice(0, count);
  }

  /** Removes all events that have arrived, and returns them. */
  rest(): readonly Json[] {
    return this.#events.splice(0);
  }

  hangUp(): void {
    this.#gone.abort();
  }
}
