/**
 * Maximum number of characters of all warnings of a response. If their total is larger, warnings
 * are cut to `truncated` characters (Go: filters.WithWarningRecorder).
 */
const budget = 4096;
const truncated = 256;

/** Collects the warnings of a response. Each string occurs once. */
export class WarningRecorder {
  /**
   * The distinct warnings. The set is created with the first warning, because most requests have no
   * warnings.
   */
  #texts: Set<string> | undefined;

  /** Adds a warning. Ignores empty strings and strings with control characters, as Go does. */
  add(text: string): void {
    if (text !== "" && !/\p{Cc}/u.test(text)) (this.#texts ??= new Set()).add(text);
  }

  /** Returns the values of `Warning` headers (RFC 7234, section 5.5), each `299 - "text"`. */
  headers(): string[] {
    if (this.#texts === undefined) return [];
    return withinBudget([...this.#texts]).map((text) => `299 - "${latin1(text).replace(/["\\]/g, "\\$&")}"`);
  }
}

/**
 * Limits the total length of the warnings. If the total exceeds the budget at one warning, all
 * warnings are cut to `truncated` characters, and the warnings after this one are sent only until
 * the budget is used up.
 */
function withinBudget(texts: readonly string[]): readonly string[] {
  // A string has at least as many code units as characters, and code units are faster to count.
  if (texts.reduce((units, text) => units + text.length, 0) <= budget) return texts;
  let written = 0;
  const whole = texts.findIndex((text) => (written += lengthOf(text)) > budget);
  if (whole === -1) return texts;
  written = 0;
  return texts.map(cut).filter((text, index) => {
    if (index > whole && written >= budget) return false;
    written += lengthOf(text);
    return true;
  });
}

/**
 * Returns the number of characters. A character outside of the basic plane (a surrogate pair)
 * counts once.
 */
function lengthOf(text: string): number {
  // A longer string exceeds the budget in any case, so the rest of it need not be counted.
  return Array.from(text.slice(0, 2 * (budget + 1))).length;
}

function cut(text: string): string {
  return text.length <= truncated
    ? text
    : Array.from(text.slice(0, 2 * truncated))
        .slice(0, truncated)
        .join("");
}

/** Encodes UTF-8 bytes as Latin-1 characters, because Node refuses other characters in headers. */
function latin1(text: string): string {
  if (/^[ -~]*$/.test(text)) return text;
  return Buffer.from(text, "utf8").toString("latin1");
}
