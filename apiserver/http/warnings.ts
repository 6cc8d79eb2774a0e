/**
 * How many characters the warnings of one response may have in all, and each where they have more.
 * Go's filters.WithWarningRecorder.
 */
const budget = 4096;
const truncated = 256;

/** Collects what a client should know though its request succeeds, each text once. */
export class WarningRecorder {
  /** Most requests never have one. */
  #texts: Set<string> | undefined;

  /** Empty texts, and those with control characters, are left out, as in Go. */
  add(text: string): void {
    if (text !== "" && !/\p{Cc}/u.test(text)) (this.#texts ??= new Set()).add(text);
  }

  /** `Warning` headers (RFC 7234, section 5.5), each `299 - "text"`. */
  headers(): string[] {
    if (this.#texts === undefined) return [];
    const texts = [...this.#texts].map(latin1);
    const whole = texts.reduce((sum, text) => sum + text.length, 0) <= budget;
    const short = whole ? texts : texts.map((text) => text.slice(0, truncated));
    let left = budget;
    return short
      .filter((text) => (left -= text.length) >= 0)
      .map((text) => `299 - "${text.replace(/["\\]/g, "\\$&")}"`);
  }
}

/** Node refuses characters that are not Latin-1: UTF-8 goes as its bytes. */
function latin1(text: string): string {
  return Buffer.from(text, "utf8").toString("latin1");
}
