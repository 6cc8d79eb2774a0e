/** Maximum delay of a timer in milliseconds. Node runs timers with a longer delay immediately. */
const maxDelay = 2 ** 31 - 1;

/**
 * Calls a function at a time in the future, which the clock `now` measures. An alarm does not keep
 * the process running.
 */
export class Alarm {
  readonly #now: () => number;
  readonly #ring: () => void;
  #time = Infinity;
  #timer: NodeJS.Timeout | undefined;

  /** @param now returns the current time in milliseconds */
  constructor(now: () => number, ring: () => void) {
    this.#now = now;
    this.#ring = ring;
  }

  /** Calls the function at this time, unless an earlier time was set before. */
  set(time: number): void {
    if (time >= this.#time) return;
    this.#time = time;
    this.#start();
  }

  /** Cancels the call. */
  clear(): void {
    clearTimeout(this.#timer);
    this.#time = Infinity;
  }

  #start(): void {
    clearTimeout(this.#timer);
    const delay = Math.min(Math.max(0, Math.ceil(this.#time - this.#now())), maxDelay);
    this.#timer = setTimeout(() => {
      // A timer can run before its time: at the maximum delay, and by a part of a millisecond.
      if (this.#now() < this.#time) {
        this.#start();
        return;
      }
      this.#time = Infinity;
      this.#ring();
    }, delay).unref();
  }
}
