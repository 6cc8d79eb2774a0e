import { invalid, withOrigin } from "../field/constructors.js";
import type { FieldError } from "../field/error.js";
import type { Path } from "../field/path.js";
import { goQuote } from "../util/go-quote.js";
import { formatIP, isMapped, parseIP, type ParsedIP } from "./ip-address.js";

/**
 * Validates an IP address in canonical form.
 * @returns the problems found; empty for a valid value
 */
export function isValidIP(path: Path | null, value: string): FieldError[] {
  const { ip, errors } = check(path, value, true);
  const canonical = ip === undefined ? value : formatIP(ip.bytes);
  const all =
    errors.length > 0 || value === canonical
      ? errors
      : [invalid(path, value, `must be in canonical form (${goQuote(canonical)})`)];
  return all.map((error) => withOrigin(error, "format=ip-strict"));
}

/**
 * Validates an IP address in a field that older versions validated less strictly. The address need
 * not be in canonical form. Without `strictValidation`, leading zeros and IPv4-mapped IPv6
 * addresses are also allowed.
 * @param validOldIPs values that are always valid, such as the value before an update
 * @returns the problems found; empty for a valid value
 */
export function isValidIPForLegacyField(
  path: Path | null,
  value: string,
  strictValidation: boolean,
  validOldIPs: readonly string[] = [],
): FieldError[] {
  if (validOldIPs.includes(value)) return [];
  return check(path, value, strictValidation).errors.map((error) => withOrigin(error, "format=ip-sloppy"));
}

/**
 * Returns warnings for unusual notations of an IP address; none for an invalid address. Used for
 * fields that are validated by `isValidIPForLegacyField`.
 */
export function getWarningsForIP(path: Path | null, value: string): string[] {
  const ip = parseIP(value);
  if (ip === undefined) return [];
  const canonical = formatIP(ip.bytes);
  const field = path === null ? "<nil>" : path.toString();
  if (ip.hasLeadingZeros || isMapped(ip.bytes))
    return [`${field}: non-standard IP address ${goQuote(value)} is invalid: use ${goQuote(canonical)}`];
  if (ip.bytes.length === 4 || canonical === value) return [];
  return [`${field}: IPv6 address ${goQuote(value)} should be in RFC 5952 canonical format (${goQuote(canonical)})`];
}

function check(
  path: Path | null,
  value: string,
  isStrict: boolean,
): { readonly ip: ParsedIP | undefined; readonly errors: readonly FieldError[] } {
  const ip = parseIP(value);
  if (ip === undefined)
    return { ip, errors: [invalid(path, value, "must be a valid IP address, (e.g. 10.9.8.7 or 2001:db8::ffff)")] };
  if (isStrict && ip.hasLeadingZeros) return { ip, errors: [invalid(path, value, "must not have leading 0s")] };
  return {
    ip,
    errors: isStrict && isMapped(ip.bytes) ? [invalid(path, value, "must not be an IPv4-mapped IPv6 address")] : [],
  };
}
