import type { LifecycleState } from "../filters/filter.js";

/** Counts the requests and watches in progress, and ends them in order when the server stops. */
export class ServerLifecycle implements LifecycleState {
  readonly #watches = new Set<() => void>();
  #requests = 0;
  #isOpen = true;
  #isStopping = false;
  #asksToRetry = false;
  #whenIdle: (() => void) | undefined;

  get asksToRetry(): boolean {
    return this.#asksToRetry;
  }

  /**
   * True after the shutdown has begun. The server is then not ready, but may still serve requests.
   */
  get isStopping(): boolean {
    return this.#isStopping;
  }

  enter(): (() => void) | undefined {
    if (!this.#isOpen) return undefined;
    this.#requests++;
    return () => {
      this.#requests--;
      if (this.#requests === 0) this.#whenIdle?.();
    };
  }

  watching(end: () => void): (() => void) | undefined {
    if (!this.#isOpen) return undefined;
    this.#watches.add(end);
    return () => {
      this.#watches.delete(end);
    };
  }

  initiateShutdown(): void {
    this.#isStopping = true;
  }

  askToRetry(): void {
    this.#asksToRetry = true;
  }

  /**
   * Refuses new requests from now on. Resolves when all requests in progress have finished; does
   * not wait for watches.
   */
  async drain(): Promise<void> {
    this.#isOpen = false;
    if (this.#requests === 0) return;
    await new Promise<void>((resolve) => {
      this.#whenIdle = resolve;
    });
  }

  /**
   * Ends all watches. The ends are spread evenly over a period in milliseconds, so that the clients
   * do not all reconnect to another server at the same time.
   */
  async endWatches(milliseconds: number): Promise<void> {
    const pause = this.#watches.size === 0 ? 0 : milliseconds / this.#watches.size;
    const begin = performance.now();
    let due = 0;
    for (const end of this.#watches) {
      due += pause;
      const wait = begin + due - performance.now();
      // A timer cannot wait less than 1 ms, so several watches can end together.
      if (wait >= 1) await waitMilliseconds(wait);
      end();
    }
  }
}

export function waitMilliseconds(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
