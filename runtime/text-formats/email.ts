import { parseIP } from "../validation/ip-address.js";

/**
 * Reports whether a text is one email address, as Go's mail.ParseAddress parses it: `a@b.example`
 * or `Name <a@b.example>`. Groups are not accepted. Takes linear time.
 */
export function isEmail(text: string): boolean {
  const scanner = new Scanner(text);
  scanner.skipSpace();
  if (!addressSpec(scanner)) {
    scanner.at = 0;
    if (!namedAddress(scanner)) return false;
  }
  return scanner.skipComments() && scanner.isAtEnd();
}

const space = /[ \t]*/y;
const dotAtom = /[^\0-\x20\x7f()<>[\]:;@\\,"]+/y;
/** A text in quotes. After a backslash, a quote does not end the text. */
const quoted = /"(?:[^\0-\x08\x0a-\x1f\x7f"\\]|\\[^\0-\x08\x0a-\x1f\x7f])*"/y;
const literal = /\[([^\0-\x20\x7f[\]\\]*)\]/y;

class Scanner {
  at = 0;
  readonly #text: string;

  constructor(text: string) {
    this.#text = text;
  }

  /** Returns the text that matches at the current position, and moves behind it. */
  take(regex: RegExp): string | undefined {
    regex.lastIndex = this.at;
    const found = regex.exec(this.#text)?.[0];
    this.at += found?.length ?? 0;
    return found;
  }

  takeCharacter(character: string): boolean {
    const found = this.#text[this.at] === character;
    if (found) this.at++;
    return found;
  }

  peek(): string | undefined {
    return this.#text[this.at];
  }

  isAtEnd(): boolean {
    return this.at >= this.#text.length;
  }

  skipSpace(): void {
    this.take(space);
  }

  /** Skips comments in parentheses, which can contain other ones. Returns false for an open one. */
  skipComments(): boolean {
    this.skipSpace();
    while (this.takeCharacter("(")) {
      let depth = 1;
      for (; depth > 0 && !this.isAtEnd(); this.at++) {
        const character = this.peek();
        if (character === "\\") this.at++;
        else if (character === "(") depth++;
        else if (character === ")") depth--;
      }
      if (depth > 0) return false;
      this.skipSpace();
    }
    return true;
  }
}

/** Reads `local@domain`. */
function addressSpec(scanner: Scanner): boolean {
  scanner.skipSpace();
  const local = scanner.peek() === '"' ? scanner.take(quoted) : scanner.take(dotAtom);
  if (local === undefined || local === '""' || !isDotted(local) || !scanner.takeCharacter("@")) return false;
  scanner.skipSpace();
  if (scanner.peek() !== "[") return isDotted(scanner.take(dotAtom) ?? ".");
  const domain = scanner.take(literal);
  const address = domain === undefined ? undefined : parseIP(domain.slice(1, -1));
  return address !== undefined && !address.hasLeadingZeros;
}

/** Reads `Name <local@domain>`, with or without a name. */
function namedAddress(scanner: Scanner): boolean {
  scanner.skipSpace();
  if (scanner.peek() !== "<" && !phrase(scanner)) return false;
  scanner.skipSpace();
  return scanner.takeCharacter("<") && addressSpec(scanner) && scanner.takeCharacter(">");
}

/** Reads one or more words. */
function phrase(scanner: Scanner): boolean {
  for (let count = 0; ; count++) {
    if (count > 0 && !scanner.skipComments()) return false;
    scanner.skipSpace();
    const word = scanner.peek() === '"' ? scanner.take(quoted) : scanner.take(dotAtom);
    if (word === undefined) return count > 0;
  }
}

/**
 * Reports whether a local part or a domain has no empty part between dots. In quotes, dots have no
 * meaning.
 */
function isDotted(text: string): boolean {
  return text.startsWith('"') || !(text.startsWith(".") || text.endsWith(".") || text.includes(".."));
}
