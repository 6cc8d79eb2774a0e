import type { InFlight } from "../filters/filter.js";

/** Counts the requests that are being answered, so that a server can stop when there are none. */
export class RequestCounter implements InFlight {
  #count = 0;
  #isOpen = true;
  #whenEmpty: (() => void) | undefined;

  enter(): (() => void) | undefined {
    if (!this.#isOpen) return undefined;
    this.#count++;
    return () => {
      this.#count--;
      if (this.#count === 0) this.#whenEmpty?.();
    };
  }

  /** Lets nobody in any more. Resolves when all have left. */
  async drain(): Promise<void> {
    this.#isOpen = false;
    if (this.#count === 0) return;
    await new Promise<void>((resolve) => {
      this.#whenEmpty = resolve;
    });
  }
}
