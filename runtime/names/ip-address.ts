import { parseAddress } from "../net/address.js";

/**
 * A parsed IP address: 4 bytes (IPv4) or 16 bytes (IPv6). `hasLeadingZeros` is true if a number in
 * the string has leading zeros, which Go's strict parser rejects.
 */
export interface ParsedIP {
  readonly bytes: readonly number[];
  readonly hasLeadingZeros: boolean;
}

/**
 * Parses an IP address like Kubernetes' lenient parser, which accepts leading zeros. Returns
 * undefined for an invalid address.
 */
export function parseIP(text: string): ParsedIP | undefined {
  try {
    const { bytes, zone } = parseAddress(text.replace(/(^|[.:])0+(?=[0-9a-fA-F])/g, "$1"));
    return zone === "" ? { bytes, hasLeadingZeros: leadingZeros.test(text) } : undefined;
  } catch {
    return undefined;
  }
}

/** Matches a number of IPv4 with a leading zero, and a group of IPv6 with more than four digits. */
const leadingZeros = /(?:^|[.:])0\d+\.|\.0\d+$|[0-9a-fA-F]{5}/;

/** Reports whether an IPv6 address represents an IPv4 address: `::ffff:1.2.3.4`. */
export function isMapped(bytes: readonly number[]): boolean {
  return bytes.length === 16 && bytes.slice(0, 12).every((byte, index) => byte === (index < 10 ? 0 : 255));
}

/**
 * Formats an IP address in canonical form (RFC 5952). An IPv4-mapped IPv6 address is formatted as
 * IPv4.
 */
export function formatIP(bytes: readonly number[]): string {
  if (bytes.length === 4) return bytes.join(".");
  if (isMapped(bytes)) return bytes.slice(12).join(".");
  const groups = Array.from({ length: 8 }, (_, i) =>
    (((bytes[2 * i] ?? 0) << 8) | (bytes[2 * i + 1] ?? 0)).toString(16),
  );
  const { start, length } = longestZeros(groups);
  if (length < 2) return groups.join(":");
  return `${groups.slice(0, start).join(":")}::${groups.slice(start + length).join(":")}`;
}

function longestZeros(groups: readonly string[]): { readonly start: number; readonly length: number } {
  let longest = { start: 0, length: 0 };
  let length = 0;
  for (const [index, group] of groups.entries()) {
    length = group === "0" ? length + 1 : 0;
    if (length > longest.length) longest = { start: index + 1 - length, length };
  }
  return longest;
}
