/** Maximum duration of the work in one turn of the event loop, in milliseconds. */
const slice = 5;

/**
 * Divides long work between turns of the event loop, so that requests can be served between the
 * turns. Tasks that use the same instance share the time of a turn.
 */
export class Turns {
  readonly #waiting: (() => void)[] = [];
  #end = 0;

  /** Resolves when the work may begin; immediately if no other work waits. */
  begin(): Promise<void> {
    if (this.#waiting.length > 0) return this.next();
    this.#end = performance.now() + slice;
    return Promise.resolve();
  }

  /** Reports whether the work must pause and await `next`. */
  isOver(): boolean {
    return performance.now() >= this.#end;
  }

  /**
   * Resolves in a later turn of the event loop. Waiting calls resolve in the order in which they
   * were made.
   */
  next(): Promise<void> {
    return new Promise((resolve) => {
      this.#waiting.push(resolve);
      if (this.#waiting.length === 1)
        setImmediate(() => {
          this.#turn();
        });
    });
  }

  #turn(): void {
    this.#end = performance.now() + slice;
    this.#waiting.shift()?.();
    if (this.#waiting.length > 0)
      setImmediate(() => {
        this.#turn();
      });
  }
}
