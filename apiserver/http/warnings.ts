/**
 * Maximum number of characters of all warnings of a response. If their total is larger, each
 * warning is cut to `truncated` characters (Go: filters.WithWarningRecorder).
 */
const budget = 4096;
const truncated = 256;

/** Collects the warnings of a response. Each text occurs once. */
export class WarningRecorder {
  /**
   * Warnings by text. The map is created with the first warning, because most requests have no
   * warnings.
   */
  #texts: Set<string> | undefined;

  /** Adds a warning. Ignores empty texts and texts with control characters, as Go does. */
  add(text: string): void {
    if (text !== "" && !/\p{Cc}/u.test(text)) (this.#texts ??= new Set()).add(text);
  }

  /** Returns the values of `Warning` headers (RFC 7234, section 5.5), each `299 - "text"`. */
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

/** Encodes UTF-8 bytes as Latin-1 characters, because Node refuses other characters in headers. */
function latin1(text: string): string {
  return Buffer.from(text, "utf8").toString("latin1");
}
