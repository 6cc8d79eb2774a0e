import { quoteBytes } from "./byte-string.js";

/** A part of a URL, which decides which bytes need escapes. */
export type URLPart = "path" | "host" | "zone" | "user" | "query" | "fragment";

const host = /[A-Za-z0-9\-_.~!$&'()*+,;=:[\]<>"]/;

/** The bytes that need no escape in a part. */
const plain: Readonly<Record<URLPart, RegExp>> = {
  path: /[A-Za-z0-9\-_.~$&+,/:;=@]/,
  host,
  zone: host,
  user: /[A-Za-z0-9\-_.~$&+,;=]/,
  query: /[A-Za-z0-9\-_.~]/,
  fragment: /[A-Za-z0-9\-_.~$&+,/:;=?@!()*]/,
};

/** Bytes that a host can contain without escapes; they include all bytes outside of ASCII. */
const wholeHost = /^[A-Za-z0-9\-_.~!$&'()*+,;=:[\]<>"\x80-\xff]*$/;

/** Returns a byte string with escapes in place of bytes that a part of a URL cannot have. */
export function escaped(bytes: string, part: URLPart): string {
  return bytes.replace(/[^]/g, (byte) => (plain[part].test(byte) ? byte : percent(byte)));
}

/**
 * Reports whether a byte string is escaped as far as a part of a URL requires. Go escapes some
 * bytes that it also accepts without an escape.
 */
export function isEncoded(bytes: string, part: URLPart): boolean {
  const others = bytes.replace(/[!$&'()*+,;=:@[\]%]/g, "");
  return escaped(others, part) === others;
}

function percent(byte: string): string {
  return `%${byte.charCodeAt(0).toString(16).toUpperCase().padStart(2, "0")}`;
}

/**
 * Returns a byte string without its escapes.
 * @throws Error with Go's message
 */
export function unescaped(text: string, part: URLPart): string {
  if (isUnescaped(text, part)) return text;
  for (const { 0: found, index } of text.matchAll(/%(?:[0-9a-fA-F]{2})?|[^%]/g)) {
    if (found === "%") throw wrongEscape(text.slice(index, index + 3));
    if (part !== "host" && part !== "zone") continue;
    if (found.length === 3 && !isEscapeOfHost(found, part)) throw wrongEscape(found);
    if (found.length === 1 && found < "\u0080" && !host.test(found))
      throw new Error(`invalid character ${quoteBytes(found)} in host name`);
  }
  const spaced = part === "query" ? text.replace(/\+/g, " ") : text;
  return spaced.replace(/%([0-9a-fA-F]{2})/g, (_, digits: string) => String.fromCharCode(Number.parseInt(digits, 16)));
}

/** Quick test of a byte string. Returns true if it certainly has no escapes. */
function isUnescaped(text: string, part: URLPart): boolean {
  if (part === "host" || part === "zone") return wholeHost.test(text);
  return !text.includes("%") && (part !== "query" || !text.includes("+"));
}

/**
 * In a host, only bytes outside of ASCII and the percent sign can be escaped; in a zone, also the
 * bytes of a host.
 */
function isEscapeOfHost(escape: string, part: URLPart): boolean {
  if (escape === "%25") return true;
  const code = Number.parseInt(escape.slice(1), 16);
  if (part === "host") return code >= 0x80;
  return code === 0x20 || host.test(String.fromCharCode(code));
}

function wrongEscape(escape: string): Error {
  return new Error(`invalid URL escape ${quoteBytes(escape)}`);
}
