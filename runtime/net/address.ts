import { quoteBytes } from "./byte-string.js";

/** An IP address: 4 or 16 bytes, and the zone of an IPv6 address; the zone is otherwise empty. */
export interface Address {
  readonly bytes: readonly number[];
  readonly zone: string;
}

/**
 * Parses an IP address as Go's netip.ParseAddr does.
 *
 * @param text a byte string (see byte-string.ts)
 * @throws Error with Go's message for a string that is not an IP address
 */
export function parseAddress(text: string): Address {
  const kind = /[.:%]/.exec(text)?.[0];
  if (kind === ".") return { bytes: parseIPv4(text, text), zone: "" };
  if (kind === ":") return parseIPv6(text);
  throw problem(text, kind === "%" ? "missing IPv6 address" : "unable to parse IP");
}

function problem(text: string, message: string, rest = ""): Error {
  return new Error(`ParseAddr(${quoteBytes(text)}): ${message}${rest === "" ? "" : ` (at ${quoteBytes(rest)})`}`);
}

/** @param text the whole address, for error messages; `address` is the IPv4 address at its end */
function parseIPv4(text: string, address: string): readonly number[] {
  const bytes: number[] = [];
  let digits = "";
  for (let at = 0; at < address.length; at++) {
    const letter = address.charAt(at);
    if (letter >= "0" && letter <= "9") {
      if (digits === "0") throw problem(text, "IPv4 field has octet with leading zero");
      digits += letter;
      if (Number(digits) > 255) throw problem(text, "IPv4 field has value >255");
    } else if (letter === ".") {
      if (digits === "" || at === address.length - 1)
        throw problem(text, "IPv4 field must have at least one digit", address.slice(at));
      if (bytes.length === 3) throw problem(text, "IPv4 address too long");
      bytes.push(Number(digits));
      digits = "";
    } else throw problem(text, "unexpected character", address.slice(at));
  }
  if (bytes.length < 3) throw problem(text, "IPv4 address too short");
  return [...bytes, Number(digits)];
}

function parseIPv6(text: string): Address {
  const percent = text.indexOf("%");
  const zone = percent < 0 ? "" : text.slice(percent + 1);
  if (percent >= 0 && zone === "") throw problem(text, "zone must be a non-empty string");
  return { bytes: new GroupReader(text, percent < 0 ? text : text.slice(0, percent)).read(), zone };
}

/** Reads the groups of an IPv6 address without its zone. */
class GroupReader {
  readonly #text: string;
  readonly #bytes: number[] = [];
  #rest: string;
  /** Number of bytes before `::`; -1 if the address has no `::`. */
  #ellipsis = -1;

  constructor(text: string, address: string) {
    this.#text = text;
    this.#rest = address;
  }

  read(): readonly number[] {
    if (this.#rest.startsWith("::")) {
      this.#ellipsis = 0;
      this.#rest = this.#rest.slice(2);
    }
    let hasGroup = this.#ellipsis < 0 || this.#rest !== "";
    while (hasGroup && this.#bytes.length < 16) hasGroup = this.#readsGroup();
    if (this.#rest !== "") throw this.#problem("trailing garbage after address");
    return this.#expanded();
  }

  /**
   * Reads a group of hexadecimal digits and the colons after it, or the IPv4 address at the end.
   * Returns false at the end of the address.
   */
  #readsGroup(): boolean {
    const digits = this.#hexDigits();
    if (this.#rest.charAt(digits.length) === ".") {
      this.#readIPv4();
      return false;
    }
    const value = Number.parseInt(digits, 16);
    this.#bytes.push(value >> 8, value & 0xff);
    this.#rest = this.#rest.slice(digits.length);
    if (this.#rest === "") return false;
    if (!this.#rest.startsWith(":")) throw this.#problem("unexpected character, want colon");
    if (this.#rest === ":") throw this.#problem("colon must be followed by more characters");
    this.#rest = this.#rest.slice(1);
    return this.#readsEllipsis();
  }

  #hexDigits(): string {
    const digits = /^[0-9a-fA-F]*/.exec(this.#rest)?.[0] ?? "";
    if (digits.length > 4) throw this.#problem("each group must have 4 or less digits");
    if (digits === "") throw this.#problem("each colon-separated field must have at least one digit");
    return digits;
  }

  #readIPv4(): void {
    if (this.#ellipsis < 0 && this.#bytes.length !== 12)
      throw this.#problem("embedded IPv4 address must replace the final 2 fields of the address");
    if (this.#bytes.length > 12)
      throw this.#problem("too many hex fields to fit an embedded IPv4 at the end of the address");
    this.#bytes.push(...parseIPv4(this.#text, this.#rest));
    this.#rest = "";
  }

  #readsEllipsis(): boolean {
    if (!this.#rest.startsWith(":")) return true;
    if (this.#ellipsis >= 0) throw this.#problem("multiple :: in address");
    this.#ellipsis = this.#bytes.length;
    this.#rest = this.#rest.slice(1);
    return this.#rest !== "";
  }

  /** Returns all bytes, with zeros in place of `::`. */
  #expanded(): readonly number[] {
    const missing = 16 - this.#bytes.length;
    if (missing > 0 && this.#ellipsis < 0) throw problem(this.#text, "address string too short");
    if (missing === 0 && this.#ellipsis >= 0)
      throw problem(this.#text, "the :: must expand to at least one field of zeros");
    return this.#ellipsis < 0
      ? this.#bytes
      : [
          ...this.#bytes.slice(0, this.#ellipsis),
          ...new Array<number>(missing).fill(0),
          ...this.#bytes.slice(this.#ellipsis),
        ];
  }

  #problem(message: string): Error {
    return problem(this.#text, message, this.#rest);
  }
}

/** An IP address, and the length of its network prefix in bits. */
export interface Prefix {
  readonly address: Address;
  readonly bits: number;
}

/**
 * Parses an IP address with the length of its prefix as Go's netip.ParsePrefix does.
 *
 * @param text a byte string (see byte-string.ts)
 * @throws Error with Go's message for a string without a slash, and for an invalid address or
 * length
 */
export function parsePrefix(text: string): Prefix {
  const slash = text.lastIndexOf("/");
  if (slash < 0) throw prefixProblem(text, "no '/'");
  const address = addressOfPrefix(text, text.slice(0, slash));
  if (address.zone !== "") throw prefixProblem(text, "IPv6 zones cannot be present in a prefix");
  const length = text.slice(slash + 1);
  if (!/^(?:0|[1-9]\d*)$/.test(length) || BigInt(length) >= 2n ** 63n)
    throw prefixProblem(text, `bad bits after slash: ${quoteBytes(length)}`);
  const bits = Number(length);
  if (bits > address.bytes.length * 8) throw prefixProblem(text, "prefix length out of range");
  return { address, bits };
}

function addressOfPrefix(text: string, address: string): Address {
  try {
    return parseAddress(address);
  } catch (error) {
    throw error instanceof Error ? prefixProblem(text, error.message) : error;
  }
}

function prefixProblem(text: string, message: string): Error {
  return new Error(`netip.ParsePrefix(${quoteBytes(text)}): ${message}`);
}

/** Returns an address in which all bits after the network prefix are zero. */
export function maskedAddress({ bytes, zone }: Address, bits: number): Address {
  return {
    bytes: bytes.map((byte, index) => byte & (0xff_00 >> Math.min(Math.max(bits - 8 * index, 0), 8)) & 0xff),
    zone,
  };
}
