import type { Lifecycle } from "../filters/filter.js";

/** Counts what a server is busy with, and ends it in order when it stops. */
export class ServerLifecycle implements Lifecycle {
  readonly #watches = new Set<() => void>();
  #requests = 0;
  #isOpen = true;
  #isStopping = false;
  #asksToRetry = false;
  #whenIdle: (() => void) | undefined;

  get asksToRetry(): boolean {
    return this.#asksToRetry;
  }

  /** Whether it was told to stop: then it is not ready any more, though it still serves. */
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

  /** Lets nobody in any more. Resolves when all requests have been answered; watches are none. */
  async drain(): Promise<void> {
    this.#isOpen = false;
    if (this.#requests === 0) return;
    await new Promise<void>((resolve) => {
      this.#whenIdle = resolve;
    });
  }

  /**
   * Ends all watches, spread evenly over some milliseconds, so that their clients do not all come
   * to the next server at once.
   */
  async endWatches(milliseconds: number): Promise<void> {
    const pause = this.#watches.size === 0 ? 0 : milliseconds / this.#watches.size;
    const begin = performance.now();
    let due = 0;
    for (const end of this.#watches) {
      due += pause;
      const wait = begin + due - performance.now();
      // A timer is no more exact than this, and many watches are due in one.
      if (wait >= 1) await sleep(wait);
      end();
    }
  }
}

export function sleep(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
