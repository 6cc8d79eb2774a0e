import { pick, type RandomNumbers } from "./random.js";

const fewRepeats = 3;
/** The printable ASCII characters, the simplest of each character class first. */
const printable = [
  ...Array.from("abcdefghijklmnopqrstuvwxyz1234567890-ABCDEFGHIJKLMNOPQRSTUVWXYZ"),
  ...Array.from("_./:@ !\"#$%&'()*+,;<=>?[\\]^`{|}~"),
];
const classes: { readonly [escape: string]: readonly string[] } = {
  d: printable.filter((char) => /\d/.test(char)),
  w: printable.filter((char) => /\w/.test(char)),
  s: [" ", "\t"],
  D: printable.filter((char) => /\D/.test(char)),
  W: printable.filter((char) => /\W/.test(char)),
  S: printable.filter((char) => /\S/.test(char)),
};

/**
 * Returns a random string that a regular expression probably matches. Callers must check the
 * string, because assertions and rare syntax are ignored.
 * @param maxRepeats maximum number of repetitions for `*` and `+`, and of those beyond the minimum
 * for `{2,}`
 */
export function stringOfPattern(pattern: string, random: RandomNumbers, maxRepeats = fewRepeats): string {
  return new PatternText(pattern, random, maxRepeats).alternatives();
}

/** Parses a pattern, and generates the string during the parsing. */
class PatternText {
  #at = 0;

  constructor(
    private readonly pattern: string,
    private readonly random: RandomNumbers,
    private maxRepeats: number,
  ) {}

  alternatives(): string {
    const all: [string, ...string[]] = [this.#sequence()];
    while (this.pattern[this.#at] === "|") {
      this.#at++;
      all.push(this.#sequence());
    }
    return pick(this.random, all);
  }

  #sequence(): string {
    let text = "";
    while (this.#at < this.pattern.length && !/[|)]/.test(this.pattern[this.#at] ?? "")) text += this.#repeated();
    return text;
  }

  #repeated(): string {
    const start = this.#at;
    const first = this.#atom();
    const end = this.#at;
    const [least, most] = this.#counts();
    const after = this.#at;
    const count = least + this.random.below(most - least + 1);
    if (count === 0) return "";
    let text = first;
    // Each repetition parses the atom again, so that its random characters differ.
    for (let index = 1; index < count; index++) {
      this.#at = start;
      text += this.#atom();
    }
    this.#at = count === 1 ? after : Math.max(after, end);
    return text;
  }

  #counts(): readonly [number, number] {
    const rest = this.pattern.slice(this.#at);
    const [found, symbol, least, comma, most] = /^(?:([*+?])|\{(\d+)(,?)(\d*)\})\??/.exec(rest) ?? [];
    if (found === undefined) return [1, 1];
    this.#at += found.length;
    if (symbol !== undefined) return [symbol === "+" ? 1 : 0, symbol === "?" ? 1 : this.maxRepeats];
    const from = Number(least);
    return [from, comma === "" ? from : most === "" ? from + this.maxRepeats : Number(most)];
  }

  #atom(): string {
    const char = this.pattern[this.#at++] ?? "";
    switch (char) {
      case "^":
      case "$":
        return "";
      case "(":
        return this.#group();
      case "[":
        return this.#set();
      case ".":
        return pick(this.random, ["a", "b", "1", "-"]);
      case "\\":
        return this.#escape();
      default:
        return char;
    }
  }

  #group(): string {
    // In a group, quantifiers repeat less often, because nested repetitions would make huge
    // strings.
    const outer = this.maxRepeats;
    this.maxRepeats = Math.min(outer, fewRepeats);
    const [flags = ""] = /^\?(?:[a-zA-Z-]*:|P?<\w+>)/.exec(this.pattern.slice(this.#at)) ?? [];
    this.#at += flags.length;
    const text = this.alternatives();
    this.#at++;
    this.maxRepeats = outer;
    return text;
  }

  #escape(): string {
    const char = this.pattern[this.#at++] ?? "";
    if (/[bBAz]/.test(char)) return "";
    const members = classes[char];
    return members === undefined ? char : this.#one(members);
  }

  #set(): string {
    const isNegated = this.pattern[this.#at] === "^";
    if (isNegated) this.#at++;
    const members = new Set<string>();
    for (let isFirst = true; this.#at < this.pattern.length; isFirst = false) {
      const char = this.pattern[this.#at++] ?? "";
      if (char === "]" && !isFirst) break;
      for (const member of this.#members(char)) members.add(member);
    }
    return this.#one(isNegated ? printable.filter((char) => !members.has(char)) : [...members]);
  }

  /** Returns the characters of one member of a character set: a character, a range or a class. */
  #members(char: string): readonly string[] {
    const escaped = char === "\\" ? (this.pattern[this.#at++] ?? "") : undefined;
    const known = escaped === undefined ? undefined : classes[escaped];
    if (known !== undefined) return known;
    const from = escaped ?? char;
    const [range, to = ""] = /^-([^\]])/.exec(this.pattern.slice(this.#at)) ?? [];
    if (range === undefined) return [from];
    this.#at += range.length;
    const [first, last] = [from.charCodeAt(0), to.charCodeAt(0)];
    return Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => String.fromCharCode(first + index));
  }

  #one([first = "", ...more]: readonly string[]): string {
    return pick(this.random, [first, ...more]);
  }
}
