/** Maximum delay of a timer in milliseconds. Node runs timers with a longer delay immediately. */
const maxDelay = 2 ** 31 - 1;

/** Calls a function at a time in the future. An alarm does not keep the process running. */
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

  /**
   * Sets the time of the call, in milliseconds of the clock `now`. Has no effect if an earlier time
   * is set.
   */
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
      // The timer can run too early, because a long delay is cut to `maxDelay`, and setTimeout can
      // be up to 1 ms early.
      if (this.#now() < this.#time) {
        this.#start();
        return;
      }
      this.#time = Infinity;
      this.#ring();
    }, delay).unref();
  }
}
