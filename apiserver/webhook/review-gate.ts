/** Maximum size of the bodies of the reviews that are answered at the same time, in bytes. */
const maxRunning = 16 * 1024 * 1024;
/** Maximum size of all bodies that are received and all answers that are sent, in bytes. */
const maxHeld = 128 * 1024 * 1024;

interface Waiting {
  readonly bytes: number;
  readonly start: () => void;
}

/**
 * Bounds the memory of concurrent reviews. A review takes many times the memory of its body while
 * it is answered, so only a few large ones are answered at the same time. The others wait in their
 * order.
 */
export class ReviewGate {
  #held = 0;
  #running = 0;
  #waiting: Waiting[] = [];

  /**
   * Counts bytes of a body or of an answer. Returns the function that releases them; undefined if
   * the server already holds too many bytes.
   */
  hold(bytes: number): (() => void) | undefined {
    if (this.#held + bytes > maxHeld) return undefined;
    return this.holdAnswer(bytes);
  }

  /**
   * Counts the bytes of an answer, also if they are too many. Returns the function that releases
   * them.
   */
  holdAnswer(bytes: number): () => void {
    this.#held += bytes;
    return () => {
      this.#held -= bytes;
    };
  }

  /** Answers a review when it is its turn. @param bytes size of its body */
  async run<T>(bytes: number, answer: () => Promise<T>): Promise<T> {
    if (this.#waiting.length > 0 || !this.#hasSpace(bytes))
      await new Promise<void>((start) => this.#waiting.push({ bytes, start }));
    else this.#running += bytes;
    try {
      return await answer();
    } finally {
      this.#running -= bytes;
      this.#startNext();
    }
  }

  #hasSpace(bytes: number): boolean {
    return this.#running === 0 || this.#running + bytes <= maxRunning;
  }

  #startNext(): void {
    for (let next = this.#waiting[0]; next !== undefined && this.#hasSpace(next.bytes); next = this.#waiting[0]) {
      this.#waiting.shift();
      this.#running += next.bytes;
      next.start();
    }
  }
}
