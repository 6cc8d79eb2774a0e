import { invalid } from "../field/constructors.js";
import type { FieldError } from "../field/error.js";
import type { Path } from "../field/path.js";
import { maskedAddress } from "../net/address.js";
import { goQuote } from "../util/go-quote.js";
import { formatIP, isMapped, parseIP } from "./ip-address.js";

interface ParsedCIDR {
  readonly bytes: readonly number[];
  readonly ones: number;
  readonly hasLeadingZeros: boolean;
  /** Bytes of the address, with all bits after the prefix set to zero. */
  readonly network: readonly number[];
}

/**
 * Validates a network in canonical form: `192.168.1.0/24`, with all bits after the prefix zero.
 * @returns the problems found; empty for a valid value
 */
export function isValidCIDR(path: Path | null, value: string): FieldError[] {
  const { cidr, errors } = check(path, value, true);
  const canonical = cidr === undefined ? value : formatNetwork(cidr);
  return errors.length > 0 || value === canonical
    ? errors
    : [invalid(path, value, `must be in canonical form (${goQuote(canonical)})`)];
}

/**
 * Validates a network in a field that older versions validated less strictly. The network need not
 * be in canonical form. Without `strictValidation`, leading zeros, bits after the prefix and
 * IPv4-mapped IPv6 addresses are also allowed.
 * @param validOldCIDRs values that are always valid, such as the value before an update
 * @returns the problems found; empty for a valid value
 */
export function isValidCIDRForLegacyField(
  path: Path | null,
  value: string,
  strictValidation: boolean,
  validOldCIDRs: readonly string[] = [],
): FieldError[] {
  return validOldCIDRs.includes(value) ? [] : check(path, value, strictValidation).errors;
}

/**
 * Returns warnings for unusual notations of a network; none for an invalid network. Used for fields
 * that are validated by `isValidCIDRForLegacyField`.
 */
export function getWarningsForCIDR(path: Path | null, value: string): string[] {
  const cidr = parseCIDR(value);
  if (cidr === undefined) return [];
  const field = path === null ? "<nil>" : path.toString();
  const network = goQuote(formatNetwork(cidr));
  const warnings: string[] = [];
  if (hasHostBits(cidr)) {
    const single = goQuote(`${formatIP(cidr.bytes)}/${cidr.bytes.length * 8}`);
    warnings.push(
      `${field}: CIDR value ${goQuote(value)} is ambiguous in this context (should be ${network} or ${single}?)`,
    );
  }
  if (cidr.hasLeadingZeros || isMapped(cidr.bytes))
    warnings.push(`${field}: non-standard CIDR value ${goQuote(value)} is invalid: use ${network}`);
  const canonical = `${formatIP(cidr.bytes)}/${cidr.ones}`;
  if (warnings.length > 0 || cidr.bytes.length === 4 || canonical === value) return warnings;
  return [`${field}: IPv6 CIDR value ${goQuote(value)} should be in RFC 5952 canonical format (${goQuote(canonical)})`];
}

/**
 * Validates an address and the length of its prefix, in canonical form: `192.168.1.5/24`.
 * @returns the problems found; empty for a valid value
 */
export function isValidInterfaceAddress(path: Path | null, value: string): FieldError[] {
  const cidr = parseCIDR(value);
  if (cidr === undefined)
    return [invalid(path, value, "must be a valid address in CIDR form, (e.g. 10.9.8.7/24 or 2001:db8::1/64)")];
  const { bytes, ones } = cidr;
  const canonical = `${formatIP(bytes)}/${isMapped(bytes) && ones > 32 ? ones - 96 : ones}`;
  return value === canonical ? [] : [invalid(path, value, `must be in canonical form (${goQuote(canonical)})`)];
}

function check(
  path: Path | null,
  value: string,
  isStrict: boolean,
): { readonly cidr: ParsedCIDR | undefined; readonly errors: FieldError[] } {
  const cidr = parseCIDR(value);
  const fail = (detail: string) => ({ cidr, errors: [invalid(path, value, detail)] });
  if (cidr === undefined) return fail("must be a valid CIDR value, (e.g. 10.9.8.0/24 or 2001:db8::/64)");
  if (isStrict && cidr.hasLeadingZeros) return fail("must not have leading 0s in IP or prefix length");
  if (isStrict && isMapped(cidr.bytes)) return fail("must not have an IPv4-mapped IPv6 address");
  return isStrict && hasHostBits(cidr) ? fail("must not have bits set beyond the prefix length") : { cidr, errors: [] };
}

function parseCIDR(text: string): ParsedCIDR | undefined {
  const slash = text.indexOf("/");
  if (slash < 0) return undefined;
  const ip = parseIP(text.slice(0, slash));
  const length = text.slice(slash + 1);
  const ones = Number(length);
  if (ip === undefined || !/^\d+$/.test(length) || ones > ip.bytes.length * 8) return undefined;
  return {
    bytes: ip.bytes,
    ones,
    network: maskedAddress({ bytes: ip.bytes, zone: "" }, ones).bytes,
    hasLeadingZeros: ip.hasLeadingZeros || (length.length > 1 && length.startsWith("0")),
  };
}

/** Formats a network. IPv4-mapped networks are printed as IPv4. */
function formatNetwork({ network, ones }: ParsedCIDR): string {
  return `${formatIP(network)}/${isMapped(network) ? Math.max(ones - 96, 0) : ones}`;
}

function hasHostBits({ bytes, network }: ParsedCIDR): boolean {
  return bytes.some((byte, index) => byte !== network[index]);
}
