import { goQuote } from "../util/go-quote.js";
import { tooDeep } from "./errors.js";
import { isDigit } from "./scan.js";

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
    // The call stack overflows at several thousand levels. Go refuses more than 10,000 levels.
    if (error instanceof RangeError) return tooDeep;
    throw error;
  }
}

const words: Readonly<Record<string, string | undefined>> = { t: "true", f: "false", n: "null" };

class SyntaxCheck {
  readonly #text: string;
  #position = 0;

  constructor(text: string) {
    this.#text = text;
  }

  value(): void {
    this.#takes(/[ \t\r\n]*/y);
    const word = words[this.#text.charAt(this.#position)];
    if (this.#takes(/\{/y)) this.#object();
    else if (this.#takes(/\[/y)) this.#array();
    else if (this.#takes(/"/y)) this.#string();
    else if (this.#takes(/-/y) || isDigit(this.#text.charCodeAt(this.#position))) this.#number();
    else if (word === undefined) this.#fail("looking for beginning of value");
    else for (const letter of word) this.#needs(new RegExp(letter, "y"), `in literal ${word} (expecting '${letter}')`);
  }

  end(): void {
    this.#takes(/[ \t\r\n]*/y);
    if (this.#position < this.#text.length) this.#fail("after top-level value");
  }

  #object(): void {
    if (this.#takes(/[ \t\r\n]*\}/y)) return;
    do {
      this.#takes(/[ \t\r\n]*/y);
      this.#needs(/"/y, "looking for beginning of object key string");
      this.#string();
      this.#takes(/[ \t\r\n]*/y);
      this.#needs(/:/y, "after object key");
      this.value();
      this.#takes(/[ \t\r\n]*/y);
    } while (this.#takes(/,/y));
    this.#needs(/\}/y, "after object key:value pair");
  }

  #array(): void {
    if (this.#takes(/[ \t\r\n]*\]/y)) return;
    do {
      this.value();
      this.#takes(/[ \t\r\n]*/y);
    } while (this.#takes(/,/y));
    this.#needs(/\]/y, "after array element");
  }

  /** Reads the rest of a string, after the opening quote. */
  #string(): void {
    for (;;) {
      this.#takes(/[^"\\\u0000-\u001f]*/y);
      if (this.#takes(/"/y)) return;
      this.#needs(/\\/y, "in string literal");
      if (!this.#takes(/u/y)) this.#needs(/["\\/bfnrt]/y, "in string escape code");
      else for (let digit = 0; digit < 4; digit++) this.#needs(/[0-9a-f]/iy, "in \\u hexadecimal character escape");
    }
  }

  /** Reads a number, after its sign. */
  #number(): void {
    if (!this.#takes(/0/y)) this.#needs(/\d+/y, "in numeric literal");
    if (this.#takes(/\./y)) this.#needs(/\d+/y, "after decimal point in numeric literal");
    if (this.#takes(/e[-+]?/iy)) this.#needs(/\d+/y, "in exponent of numeric literal");
  }

  #takes(token: RegExp): boolean {
    token.lastIndex = this.#position;
    const isFound = token.test(this.#text);
    if (isFound) this.#position = token.lastIndex;
    return isFound;
  }

  #needs(token: RegExp, context: string): void {
    if (!this.#takes(token)) this.#fail(context);
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
