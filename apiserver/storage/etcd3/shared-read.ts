/**
 * A read whose result several callers share. All calls during a read share the next read, which
 * starts when the current one has ended. The result therefore always includes the state at the time
 * of the call.
 */
export class SharedRead<T> {
  readonly #read: () => Promise<T>;
  #current: Promise<T> | undefined;
  #next: Promise<T> | undefined;

  constructor(read: () => Promise<T>) {
    this.#read = read;
  }

  run(): Promise<T> {
    if (this.#current === undefined) return this.#start();
    this.#next ??= this.#current.then(
      () => this.#startNext(),
      () => this.#startNext(),
    );
    return this.#next;
  }

  #startNext(): Promise<T> {
    this.#next = undefined;
    return this.#start();
  }

  #start(): Promise<T> {
    const done = (): void => {
      if (this.#current === read) this.#current = undefined;
    };
    const read = this.#read();
    this.#current = read;
    read.then(done, done);
    return read;
  }
}
