/**
 * Lets readers wait for the next event. All readers that wait at the same time share one promise.
 */
export class Wakeup {
  #promise: Promise<void> | undefined;
  #resolve: (() => void) | undefined;

  /** Resolves at the next call of `wake`. */
  wait(): Promise<void> {
    this.#promise ??= new Promise((resolve) => (this.#resolve = resolve));
    return this.#promise;
  }

  /** Resolves the promises of all waiting readers. */
  wake(): void {
    const resolve = this.#resolve;
    this.#promise = undefined;
    this.#resolve = undefined;
    resolve?.();
  }
}
