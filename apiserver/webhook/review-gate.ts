/** Maximum total size of the bodies of reviews that are processed at the same time, in bytes. */
const maxRunning = 16 * 1024 * 1024;
/**
 * Maximum total size in bytes of the bodies that are being received or processed, and of the
 * responses that are being sent.
 */
const maxHeld = 128 * 1024 * 1024;

interface Waiting {
  readonly bytes: number;
  readonly start: () => void;
}

/**
 * Limits the memory of concurrent reviews. While a review is processed, it uses many times the
 * memory of its body, so only a few large reviews are processed at the same time. The others wait
 * in the order of their arrival.
 */
export class ReviewGate {
  #held = 0;
  #running = 0;
  #waiting: Waiting[] = [];

  /**
   * Counts bytes of a body or of a response. Returns the function that releases them; undefined if
   * the server already holds too many bytes.
   */
  hold(bytes: number): (() => void) | undefined {
    if (this.#held + bytes > maxHeld) return undefined;
    return this.holdAnswer(bytes);
  }

  /**
   * Counts the bytes of a response, even if the limit is exceeded. Returns the function that
   * releases them.
   */
  holdAnswer(bytes: number): () => void {
    this.#held += bytes;
    return () => {
      this.#held -= bytes;
    };
  }

  /**
   * Processes a review when the running reviews leave enough memory. Waiting reviews start in the
   * order of their arrival.
   * @param bytes size of the body
   */
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
