/** @file String formats of hosts and network addresses. */
import { countUTF8Bytes } from "../util/text-length.js";
import { parseIP } from "../names/ip-address.js";

/** Reports whether a string is a host name. Letters and symbols of all scripts are allowed. */
export function isHostname(text: string): boolean {
  // Names have at most 255 bytes. Longer strings are refused without the regular expression.
  if (text.length > 255 || countUTF8Bytes(text) > 255 || !hostname.test(text)) return false;
  return text.split(".").every((part) => countUTF8Bytes(part) <= 63);
}

const hostname =
  /^([a-zA-Z0-9\p{S}\p{L}]((-?[a-zA-Z0-9\p{S}\p{L}]{0,62})?)|([a-zA-Z0-9\p{S}\p{L}](([a-zA-Z0-9\-\p{S}\p{L}]{0,61}[a-zA-Z0-9\p{S}\p{L}])?)(\.)){1,}([a-zA-Z\p{L}]){2,63})$/u;

/**
 * Reports whether a string is an IPv4 address, or an IPv6 address that ends with an IPv4 address.
 */
export function isIPv4(text: string): boolean {
  return text.includes(".") && parseIP(text) !== undefined;
}

/** Reports whether a string is an IPv6 address. */
export function isIPv6(text: string): boolean {
  const address = text.includes(":") ? parseIP(text) : undefined;
  return address !== undefined && !address.hasLeadingZeros;
}

/** Reports whether a string is an IP address with a prefix length: `10.0.0.0/8`. */
export function isCIDR(text: string): boolean {
  const [, address = "", length = ""] = /^([^/]*)\/([0-9]{1,7})$/.exec(text) ?? [];
  const parsed = parseIP(address);
  return parsed !== undefined && length !== "" && Number(length) <= 8 * parsed.bytes.length;
}

/** Reports whether a string is a MAC address with 6, 8 or 20 bytes. */
export function isMAC(text: string): boolean {
  if (text.length > 59) return false;
  const isHex =
    /^(?:[0-9a-f]{2}(?:(?::[0-9a-f]{2})+|(?:-[0-9a-f]{2})+|(?:[0-9a-f]{2})+)|[0-9a-f]{4}(?:\.[0-9a-f]{4})+)$/i;
  const digits = text.replace(/[:.-]/g, "").length;
  return isHex.test(text) && (digits === 12 || digits === 16 || digits === 40);
}
