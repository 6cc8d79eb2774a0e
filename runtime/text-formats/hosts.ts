/** @file Formats of hosts and network addresses. */
import { parseIP } from "../validation/ip-address.js";
import { countUTF8Bytes } from "../validation/texts.js";

/**
 * Reports whether a string is the name of a host. Letters and symbols of all scripts are allowed.
 */
export function isHostname(text: string): boolean {
  // The longest name has 255 bytes, so the regular expression is only used for short strings.
  if (text.length > 255 || countUTF8Bytes(text) > 255 || !hostname.test(text)) return false;
  return text.split(".").every((part) => countUTF8Bytes(part) <= 63);
}

const hostname =
  /^([a-zA-Z0-9\p{S}\p{L}]((-?[a-zA-Z0-9\p{S}\p{L}]{0,62})?)|([a-zA-Z0-9\p{S}\p{L}](([a-zA-Z0-9\-\p{S}\p{L}]{0,61}[a-zA-Z0-9\p{S}\p{L}])?)(\.)){1,}([a-zA-Z\p{L}]){2,63})$/u;

/** Reports whether a string is an IPv4 address, or an IPv6 address that ends with one. */
export function isIPv4(text: string): boolean {
  return text.includes(".") && parseIP(text) !== undefined;
}

/** Reports whether a string is an IPv6 address. */
export function isIPv6(text: string): boolean {
  const address = text.includes(":") ? parseIP(text) : undefined;
  return address !== undefined && !address.hasLeadingZeros;
}

/** Reports whether a string is an IP address and the length of a prefix: `10.0.0.0/8`. */
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
