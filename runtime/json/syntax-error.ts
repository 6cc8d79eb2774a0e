import { goQuote } from "../util/go-quote.js";
import { tooDeep } from "./errors.js";
import { isDigit, isSpace } from "./scan.js";

/**
 * Returns Go's error message for a string that is not JSON; undefined for valid JSON. Go reads
 * bytes, so its message contains only the first byte of a non-ASCII character.
 */
export function syntaxErrorText(text: string): string | undefined {
  try {
    const check = new SyntaxCheck(text);
    check.value();
    check.end();
    return undefined;
  } catch (error) {
    if (error instanceof SyntaxError) return error.message;
    // The call stack overflows only for strings that are nested deeper than Go's limit of 10,000.
    if (error instanceof RangeError) return tooDeep;
    throw error;
  }
}

class SyntaxCheck {
  readonly #text: string;
  #position = 0;

  constructor(text: string) {
    this.#text = text;
  }

  value(): void {
    this.#space();
    const first = this.#text.charAt(this.#position);
    if (first === "{") this.#object();
    else if (first === "[") this.#array();
    else if (first === '"') this.#string();
    else if (first === "t") this.#word("true");
    else if (first === "f") this.#word("false");
    else if (first === "n") this.#word("null");
    else if (first === "-" || isDigit(this.#code())) this.#number();
    else this.#fail("looking for beginning of value");
  }

  end(): void {
    this.#space();
    if (this.#position < this.#text.length) this.#fail("after top-level value");
  }

  #object(): void {
    this.#position++;
    if (this.#takes("}")) return;
    do {
      this.#space();
      if (this.#text.charAt(this.#position) !== '"') this.#fail("looking for beginning of object key string");
      this.#string();
      if (!this.#takes(":")) this.#fail("after object key");
      this.value();
    } while (this.#takes(","));
    if (!this.#takes("}")) this.#fail("after object key:value pair");
  }

  #array(): void {
    this.#position++;
    if (this.#takes("]")) return;
    do this.value();
    while (this.#takes(","));
    if (!this.#takes("]")) this.#fail("after array element");
  }

  #string(): void {
    for (this.#position++; this.#text.charAt(this.#position) !== '"'; this.#position++) {
      if (this.#position >= this.#text.length || this.#code() < 0x20) this.#fail("in string literal");
      if (this.#text.charAt(this.#position) === "\\") this.#escape();
    }
    this.#position++;
  }

  #escape(): void {
    this.#position++;
    const character = this.#text.charAt(this.#position);
    if (character === "u") {
      for (let digit = 0; digit < 4; digit++) {
        this.#position++;
        if (!/[0-9a-fA-F]/.test(this.#text.charAt(this.#position))) this.#fail("in \\u hexadecimal character escape");
      }
    } else if (character === "" || !'"\\/bfnrt'.includes(character)) {
      this.#fail("in string escape code");
    }
  }

  #number(): void {
    if (this.#text.charAt(this.#position) === "-") this.#position++;
    if (this.#text.charAt(this.#position) === "0") this.#position++;
    else this.#digits("in numeric literal");
    if (this.#text.charAt(this.#position) === ".") {
      this.#position++;
      this.#digits("after decimal point in numeric literal");
    }
    if (this.#text.charAt(this.#position).toLowerCase() !== "e") return;
    this.#position++;
    if ("+-".includes(this.#text.charAt(this.#position))) this.#position += this.#position < this.#text.length ? 1 : 0;
    this.#digits("in exponent of numeric literal");
  }

  #digits(context: string): void {
    if (!isDigit(this.#code())) this.#fail(context);
    while (isDigit(this.#code())) this.#position++;
  }

  #word(word: string): void {
    for (const letter of word) {
      if (this.#text.charAt(this.#position) !== letter) this.#fail(`in literal ${word} (expecting '${letter}')`);
      this.#position++;
    }
  }

  #takes(token: string): boolean {
    this.#space();
    if (this.#text.charAt(this.#position) !== token) return false;
    this.#position++;
    return true;
  }

  #space(): void {
    while (isSpace(this.#code())) this.#position++;
  }

  #code(): number {
    return this.#text.charCodeAt(this.#position);
  }

  #fail(context: string): never {
    const code = this.#text.codePointAt(this.#position);
    // Go appends a space to the end of its input. If a literal, a number or an escape sequence is
    // incomplete at the end, Go reports this space as the invalid character.
    if (code === undefined && /^in (literal|numeric|exponent|string escape|.u )|^after decimal/.test(context)) {
      throw new SyntaxError(`invalid character ' ' ${context}`);
    }
    if (code === undefined) throw new SyntaxError("unexpected end of JSON input");
    throw new SyntaxError(`invalid character ${quoteByte(firstByte(code))} ${context}`);
  }
}

/**
 * Returns the first UTF-8 byte of a character. A code from U+DC80 to U+DCFF represents one byte of
 * a string that is not valid UTF-8.
 */
function firstByte(code: number): number {
  if (code > 0xdc7f && code < 0xdd00) return code - 0xdc00;
  if (code < 0x80) return code;
  if (code < 0x800) return 0xc0 | (code >> 6);
  return code < 0x10000 ? 0xe0 | (code >> 12) : 0xf0 | (code >> 18);
}

function quoteByte(byte: number): string {
  if (byte === 0x27) return "'\\''";
  if (byte === 0x22) return "'\"'";
  return `'${goQuote(String.fromCharCode(byte)).slice(1, -1)}'`;
}
