import { hasMoreBytes } from "../util/text-length.js";
import { matcher, maxLenError, regexError } from "./texts.js";

const label = "[a-z0-9]([-a-z0-9]*[a-z0-9])?";
export const subdomain = `${label}(\\.${label})*`;
const labelRegex = new RegExp(`^${label}$`);
const subdomainRegex = new RegExp(`^${subdomain}$`);

/**
 * Validates a DNS label (RFC 1123) of up to 63 bytes.
 * @returns the problems found; empty for a valid value
 */
export function isDNS1123Label(value: string): string[] {
  return labelProblems(value, maxLenError);
}

/**
 * Returns the problems found in a DNS label (RFC 1123).
 * @param tooLong returns the message for a value that is too long
 */
export function labelProblems(value: string, tooLong: (maxLength: number) => string): string[] {
  const problems = hasMoreBytes(value, 63) ? [tooLong(63)] : [];
  if (labelRegex.test(value)) return problems;
  if (subdomainRegex.test(value)) return [...problems, "must not contain dots"];
  const message =
    "a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', and must start and end with an alphanumeric character";
  return [...problems, regexError(message, label, "my-name", "123-abc")];
}

/**
 * Validates a DNS subdomain (RFC 1123) of up to 253 bytes.
 * @returns the problems found; empty for a valid value
 */
export function isDNS1123Subdomain(value: string): string[] {
  return subdomainProblems(value, maxLenError);
}

/**
 * Returns the problems found in a DNS subdomain (RFC 1123).
 * @param tooLong returns the message for a value that is too long
 */
export function subdomainProblems(value: string, tooLong: (maxLength: number) => string): string[] {
  const problems = hasMoreBytes(value, 253) ? [tooLong(253)] : [];
  if (subdomainRegex.test(value)) return problems;
  const message =
    "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character";
  return [...problems, regexError(message, subdomain, "example.com")];
}

const labelWithUnderscore = "_?[a-z0-9]([-_a-z0-9]*[a-z0-9])?";

/**
 * Validates a DNS subdomain that can also contain underscores.
 * @returns the problems found; empty for a valid value
 */
export const isDNS1123SubdomainWithUnderscore: (value: string) => string[] = matcher(
  `${labelWithUnderscore}(\\.${labelWithUnderscore})*`,
  "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '_', '-' or '.', and must start and end with an alphanumeric character",
  ["example.com"],
  253,
);

/**
 * Validates a DNS label (RFC 1035) of up to 63 bytes, which must start with a letter.
 * @returns the problems found; empty for a valid value
 */
export const isDNS1035Label: (value: string) => string[] = matcher(
  "[a-z]([-a-z0-9]*[a-z0-9])?",
  "a DNS-1035 label must consist of lower case alphanumeric characters or '-', start with an alphabetic character, and end with an alphanumeric character",
  ["my-name", "abc-123"],
  63,
);

/**
 * Validates a wildcard subdomain (RFC 1034, section 4.3.3) such as `*.example.com`.
 * @returns the problems found; empty for a valid value
 */
export const isWildcardDNS1123Subdomain: (value: string) => string[] = matcher(
  `\\*\\.${subdomain}`,
  "a wildcard DNS-1123 subdomain must start with '*.', followed by a valid DNS subdomain, which must consist of lower case alphanumeric characters, '-' or '.' and end with an alphanumeric character",
  ["*.example.com"],
  253,
);
