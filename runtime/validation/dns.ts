import { maxLenError, regexError, utf8Length } from "./texts.js";

const label = "[a-z0-9]([-a-z0-9]*[a-z0-9])?";
const subdomain = `${label}(\\.${label})*`;
const labelRegex = new RegExp(`^${label}$`);
const subdomainRegex = new RegExp(`^${subdomain}$`);

/** A name of up to 63 bytes for a DNS label (RFC 1123). @returns what is wrong with the value, nothing if it is one */
export function isDNS1123Label(value: string): string[] {
  const problems = utf8Length(value) > 63 ? [maxLenError(63)] : [];
  if (labelRegex.test(value)) return problems;
  if (subdomainRegex.test(value)) return [...problems, "must not contain dots"];
  const message =
    "a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', and must start and end with an alphanumeric character";
  return [...problems, regexError(message, label, "my-name", "123-abc")];
}

/**
 * A name of up to 253 bytes for a DNS subdomain (RFC 1123).
 * @returns what is wrong with the value, nothing if it is one
 */
export function isDNS1123Subdomain(value: string): string[] {
  const problems = utf8Length(value) > 253 ? [maxLenError(253)] : [];
  if (subdomainRegex.test(value)) return problems;
  const message =
    "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character";
  return [...problems, regexError(message, subdomain, "example.com")];
}
