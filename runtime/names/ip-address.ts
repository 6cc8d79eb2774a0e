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
  return text.includes(":") ? parseIPv6(text) : parseIPv4(text);
}

/** A value above the maximum of a group (0xffff), so that an invalid group is rejected. */
const tooLarge = 0xffffff;

function parseIPv4(text: string): ParsedIP | undefined {
  if (!/^\d+\.\d+\.\d+\.\d+$/.test(text)) return undefined;
  const parts = text.split(".");
  const bytes = parts.map(Number);
  if (bytes.some((byte) => byte > 255)) return undefined;
  return { bytes, hasLeadingZeros: parts.some((part) => part.length > 1 && part.startsWith("0")) };
}

function parseIPv6(text: string): ParsedIP | undefined {
  const [head = "", tail, ...more] = text.split("::");
  if (more.length > 0 || (tail !== undefined && tail.startsWith(":"))) return undefined;
  const left = groupsOf(head, tail === undefined);
  const right = groupsOf(tail ?? "", true);
  if (left === undefined || right === undefined) return undefined;
  const missing = 16 - left.bytes.length - right.bytes.length;
  // `::` replaces at least one group of two bytes.
  if (tail === undefined ? missing !== 0 : missing < 2) return undefined;
  return {
    bytes: [...left.bytes, ...new Array<number>(missing).fill(0), ...right.bytes],
    hasLeadingZeros: left.hasLeadingZeros || right.hasLeadingZeros,
  };
}

/**
 * Parses all groups of an IPv6 address, or those before or after `::`. Returns undefined if they
 * are invalid.
 * @param isEnd true if the last group may be an IPv4 address
 */
function groupsOf(text: string, isEnd: boolean): ParsedIP | undefined {
  if (text === "") return { bytes: [], hasLeadingZeros: false };
  const bytes: number[] = [];
  let hasLeadingZeros = false;
  const groups = text.split(":");
  for (const [index, group] of groups.entries()) {
    if (isEnd && index === groups.length - 1 && group.includes(".")) {
      const address = parseIPv4(group);
      if (address === undefined) return undefined;
      bytes.push(...address.bytes);
      hasLeadingZeros ||= address.hasLeadingZeros;
    } else {
      const value = /^[0-9a-fA-F]+$/.test(group) ? Number(`0x${group}`) : tooLarge;
      if (value > 0xffff) return undefined;
      bytes.push(value >> 8, value & 255);
      hasLeadingZeros ||= group.length > 4;
    }
  }
  return bytes.length > 16 ? undefined : { bytes, hasLeadingZeros };
}

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
