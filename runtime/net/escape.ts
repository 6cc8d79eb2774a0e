import { quoteBytes } from "./byte-string.js";

/** Kind of URL component. It determines which bytes must be percent-encoded. */
export type URLPart = "path" | "host" | "zone" | "user" | "query" | "fragment";

const host = /[A-Za-z0-9\-_.~!$&'()*+,;=:[\]<>"]/;

/** Bytes that Go does not percent-encode, by URL component. */
const plain: Readonly<Record<URLPart, RegExp>> = {
  path: /[A-Za-z0-9\-_.~$&+,/:;=@]/,
  host,
  zone: host,
  user: /[A-Za-z0-9\-_.~$&+,;=]/,
  query: /[A-Za-z0-9\-_.~]/,
  fragment: /[A-Za-z0-9\-_.~$&+,/:;=?@!()*]/,
};

/** Matches a valid host without percent-encoded bytes. Non-ASCII bytes are allowed. */
const wholeHost = /^[A-Za-z0-9\-_.~!$&'()*+,;=:[\]<>"\x80-\xff]*$/;

/** Percent-encodes the bytes that a URL component cannot contain. */
export function escaped(bytes: string, part: URLPart): string {
  return bytes.replace(/[^]/g, (byte) => (plain[part].test(byte) ? byte : percent(byte)));
}

/**
 * Reports whether a URL component contains no byte that must be percent-encoded. Some bytes that Go
 * percent-encodes are also valid in plain form.
 */
export function isEncoded(bytes: string, part: URLPart): boolean {
  const others = bytes.replace(/[!$&'()*+,;=:@[\]%]/g, "");
  return escaped(others, part) === others;
}

function percent(byte: string): string {
  return `%${byte.charCodeAt(0).toString(16).toUpperCase().padStart(2, "0")}`;
}

/**
 * Decodes a percent-encoded URL component. In a query, `+` becomes a space.
 * @throws Error with Go's message for an invalid percent-encoding, and for a byte that a host or
 *   zone cannot contain
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

/** Quick test. Returns true if a URL component certainly contains nothing to decode. */
function isUnescaped(text: string, part: URLPart): boolean {
  if (part === "host" || part === "zone") return wholeHost.test(text);
  return !text.includes("%") && (part !== "query" || !text.includes("+"));
}

/**
 * Reports whether a percent-encoded byte is permitted in a host or zone. A host permits only
 * non-ASCII bytes and the percent sign. A zone permits only spaces, the percent sign, and the ASCII
 * bytes that a host can contain in plain form.
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
