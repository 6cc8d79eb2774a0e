/**
 * Returns a short string that matches a regular expression, made from the first alternative of each
 * choice. Returns undefined if the expression contains other elements than literals, classes,
 * groups, repetitions and anchors.
 */
export function stringMatching(pattern: string): string | undefined {
  try {
    const reader = new Reader(pattern);
    const text = reader.alternatives();
    return reader.isAtEnd && new RegExp(pattern).test(text) ? text : undefined;
  } catch {
    return undefined;
  }
}

/** A longer string is not a useful example. */
const longest = 100;

const classes: { readonly [letter: string]: string } = { d: "1", w: "a", s: " ", D: "a", W: "-", S: "a" };

class Reader {
  #at = 0;

  constructor(private readonly pattern: string) {}

  get isAtEnd(): boolean {
    return this.#at === this.pattern.length;
  }

  /** Reads alternatives and returns a string for the first one. */
  alternatives(): string {
    const first = this.#sequence();
    while (this.#skip("|")) this.#sequence();
    return first;
  }

  #sequence(): string {
    let text = "";
    while (!this.isAtEnd && !"|)".includes(this.#next)) text += this.#repeated();
    return text;
  }

  /**
   * Reads an atom with its repetition, and returns the string of the atom as often as necessary.
   */
  #repeated(): string {
    const atom = this.#atom();
    const [found, counts] = /^(?:[?*+]|\{(\d+)(?:,\d*)?\})\??/.exec(this.pattern.slice(this.#at)) ?? [];
    if (found === undefined) return atom;
    this.#at += found.length;
    const count = counts === undefined ? Number(found.startsWith("+")) : Number(counts);
    if (count > longest) throw new Error("a string that is too long");
    return atom.repeat(count);
  }

  #atom(): string {
    const character = this.#take();
    switch (character) {
      case "^":
      case "$":
        return "";
      case ".":
        return "a";
      case "(":
        return this.#group();
      case "[":
        return this.#class();
      case "\\":
        return this.#escaped();
      default:
        return character;
    }
  }

  #group(): string {
    if (this.#skip("?") && !this.#skip(":")) throw new Error("a group of another form");
    const text = this.alternatives();
    if (!this.#skip(")")) throw new Error("a group without an end");
    return text;
  }

  /** Reads a class such as `[a-z]` and returns its first character. */
  #class(): string {
    if (this.#next === "^") throw new Error("a negated class");
    const first = this.#skip("\\") ? this.#escaped() : this.#take();
    while (this.#next !== "]") if (this.#take() === "\\") this.#take();
    this.#at++;
    return first;
  }

  #escaped(): string {
    const letter = this.#take();
    const found = classes[letter];
    if (found === undefined && /[A-Za-z0-9]/.test(letter)) throw new Error("another escape");
    return found ?? letter;
  }

  get #next(): string {
    const character = this.pattern[this.#at];
    if (character === undefined) throw new Error("the expression ends too early");
    return character;
  }

  #take(): string {
    const character = this.#next;
    this.#at++;
    return character;
  }

  /** Skips a character, and reports whether it was the next one. */
  #skip(character: string): boolean {
    if (this.pattern[this.#at] !== character) return false;
    this.#at++;
    return true;
  }
}
