import { quoteBytes } from "./byte-string.js";

/** The part of a URL that a string is. */
export type URLPart = "path" | "host" | "zone" | "user" | "query" | "fragment";

const host = /[A-Za-z0-9\-_.~!$&'()*+,;=:[\]<>"]/;

/** The bytes that need no escape. */
const plain: Readonly<Record<URLPart, RegExp>> = {
  path: /[A-Za-z0-9\-_.~$&+,/:;=@]/,
  host,
  zone: host,
  user: /[A-Za-z0-9\-_.~$&+,;=]/,
  query: /[A-Za-z0-9\-_.~]/,
  fragment: /[A-Za-z0-9\-_.~$&+,/:;=?@!()*]/,
};

/** Bytes that a host can have without escapes, all outside of ASCII among them. */
const wholeHost = /^[A-Za-z0-9\-_.~!$&'()*+,;=:[\]<>"\x80-\xff]*$/;

/** Returns a byte string with escapes in place of bytes that a part of a URL cannot have. */
export function escaped(bytes: string, part: URLPart): string {
  return bytes.replace(/[^]/g, (byte) => (plain[part].test(byte) ? byte : percent(byte)));
}

/**
 * Reports whether a byte string needs no more escapes. Go keeps some bytes that it escapes itself.
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

/** Reports whether a byte string surely has no escapes, which is faster than reading it. */
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
