import { parseIP } from "../names/ip-address.js";

/**
 * Reports whether a string is an email address that Go's mail.ParseAddress accepts: `a@b.example`,
 * `Name <a@b.example>`, or a group of one address, such as `name: a@b.example;`. Takes linear time.
 */
export function isEmail(text: string): boolean {
  const scanner = new Scanner(text);
  return address(scanner, true) && scanner.skipComments() && scanner.isAtEnd();
}

const space = /[ \t]*/y;
const dotAtom = /[^\0-\x20\x7f()<>[\]:;@\\,"]+/y;
/** A quoted string. A quote after a backslash does not end the string. */
const quoted = /"(?:[^\0-\x08\x0a-\x1f\x7f"\\]|\\[^\0-\x08\x0a-\x1f\x7f])*"/y;
const literal = /\[([^\0-\x20\x7f[\]\\]*)\]/y;

class Scanner {
  at = 0;
  readonly #text: string;

  constructor(text: string) {
    this.#text = text;
  }

  /**
   * Returns the characters that match at the current position, and moves to their end; undefined if
   * nothing matches.
   */
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

  /**
   * Skips comments in parentheses, which can be nested. Returns false if a parenthesis is not
   * closed.
   */
  skipComments(): boolean {
    this.skipSpace();
    while (this.peek() === "(") {
      if (this.takeComment() === undefined) return false;
      this.skipSpace();
    }
    return true;
  }

  /**
   * Returns the content of a comment in parentheses, and moves to its end; undefined if a
   * parenthesis is not closed.
   */
  takeComment(): string | undefined {
    const start = this.at++;
    let depth = 1;
    for (; depth > 0 && !this.isAtEnd(); this.at++) {
      const character = this.peek();
      if (character === "\\") this.at++;
      else if (character === "(") depth++;
      else if (character === ")") depth--;
    }
    return depth > 0 ? undefined : this.#text.slice(start + 1, this.at - 1).replace(/\\(.)/gs, "$1");
  }
}

/** Reads an address with or without a name, or a group. A group cannot contain groups. */
function address(scanner: Scanner, canBeGroup: boolean): boolean {
  scanner.skipSpace();
  const start = scanner.at;
  if (addressSpec(scanner)) return nameInComment(scanner);
  scanner.at = start;
  if (scanner.peek() !== "<" && !phrase(scanner)) return false;
  scanner.skipSpace();
  if (canBeGroup && scanner.takeCharacter(":")) return groupOfOne(scanner);
  return scanner.takeCharacter("<") && addressSpec(scanner) && scanner.takeCharacter(">");
}

/** Reads the rest of a group after its name. Only a group of exactly one address is accepted. */
function groupOfOne(scanner: Scanner): boolean {
  return address(scanner, false) && scanner.skipComments() && scanner.takeCharacter(";");
}

/** Reads an optional comment after an address. Go treats it as the display name. */
function nameInComment(scanner: Scanner): boolean {
  scanner.skipSpace();
  if (scanner.peek() !== "(") return true;
  const name = scanner.takeComment();
  return name !== undefined && !name.split(/[ \t]/).some(hasUnknownCharset);
}

/** Matches an encoded word of RFC 2047, such as `=?utf-8?q?a=20b?=`. */
const encodedWord =
  /^=\?([^?]+)\?(?:[bB]\?(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?|[qQ]\?(?:=[0-9a-fA-F]{2}|[ -<>@-~\t])*)\?=$/;

/** Reports whether an encoded word has a charset that Go cannot decode. */
function hasUnknownCharset(word: string): boolean {
  const charset = encodedWord.exec(word)?.[1];
  return charset !== undefined && !/^(?:utf-8|iso-8859-1|us-ascii)$/iu.test(charset);
}

/** Reads `local@domain`. */
function addressSpec(scanner: Scanner): boolean {
  const local = scanner.peek() === '"' ? scanner.take(quoted) : scanner.take(dotAtom);
  if (local === undefined || local === '""' || !isDotted(local) || !scanner.takeCharacter("@")) return false;
  scanner.skipSpace();
  if (scanner.peek() !== "[") return isDotted(scanner.take(dotAtom) ?? ".");
  const domain = scanner.take(literal);
  const address = domain === undefined ? undefined : parseIP(domain.slice(1, -1));
  return address !== undefined && !address.hasLeadingZeros;
}

/** Reads a name that consists of one or more words. */
function phrase(scanner: Scanner): boolean {
  for (let count = 0; ; count++) {
    if (count > 0 && !scanner.skipComments()) return false;
    scanner.skipSpace();
    const word = scanner.peek() === '"' ? scanner.take(quoted) : scanner.take(dotAtom);
    if (word === undefined) return count > 0;
    // Go ignores problems in words after the first one.
    if (count === 0 && hasUnknownCharset(word)) return false;
  }
}

/**
 * Reports whether a local part or a domain has a non-empty string before, between and after its
 * dots. Dots in quotes are ignored.
 */
function isDotted(text: string): boolean {
  return text.startsWith('"') || !(text.startsWith(".") || text.endsWith(".") || text.includes(".."));
}
