import { invalid, required } from "../field/constructors.js";
import type { FieldError } from "../field/error.js";
import type { Path } from "../field/path.js";
import { isDNS1123Label, isDNS1123Subdomain } from "./dns.js";
import { isLabelKey } from "./label.js";
import { regexError } from "./texts.js";

/**
 * Validates a domain name of at least three segments. New code should use
 * `isFullyQualifiedDomainName`.
 * @returns the problems found; empty for a valid value
 */
export function isFullyQualifiedName(path: Path | null, name: string): FieldError[] {
  if (name === "") return [required(path, "")];
  const problems = isDNS1123Subdomain(name);
  if (problems.length > 0) return [invalid(path, name, problems.join(","))];
  return name.split(".").length < 3
    ? [invalid(path, name, "should be a domain with at least three segments separated by dots")]
    : [];
}

/**
 * Validates a domain name of at least two segments, with an optional dot at the end.
 * @returns the problems found; empty for a valid value
 */
export function isFullyQualifiedDomainName(path: Path | null, given: string): FieldError[] {
  if (given === "") return [required(path, "")];
  const name = given.endsWith(".") ? given.slice(0, -1) : given;
  const problems = isDNS1123Subdomain(name);
  if (problems.length > 0) return [invalid(path, name, problems.join(","))];
  const labels = name.split(".");
  if (labels.length < 2)
    return [invalid(path, name, "should be a domain with at least two segments separated by dots")];
  for (const label of labels) {
    const wrong = isDNS1123Label(label);
    if (wrong.length > 0) return [invalid(path, label, wrong.join(","))];
  }
  return [];
}

const httpPath = "[A-Za-z0-9/\\-._~%!$&'()*+,;=:]+";
const httpPathRegex = new RegExp(`^${httpPath}$`);

/**
 * Validates a domain with an HTTP path: `acme.io/foo`.
 * @returns the problems found; empty for a valid value
 */
export function isDomainPrefixedPath(path: Path | null, value: string): FieldError[] {
  if (value === "") return [required(path, "")];
  const slash = value.indexOf("/");
  const host = value.slice(0, Math.max(slash, 0));
  const rest = slash < 0 ? "" : value.slice(slash + 1);
  if (host === "" || rest === "")
    return [invalid(path, value, 'must be a domain-prefixed path (such as "acme.io/foo")')];
  const errors = isDNS1123Subdomain(host).map((problem) => invalid(path, host, problem));
  return httpPathRegex.test(rest) ? errors : [...errors, invalid(path, rest, regexError("Invalid path", httpPath))];
}

/**
 * Validates a domain prefix with a name, as in a label key: `acme.io/foo`.
 * @returns the problems found; empty for a valid value
 */
export function isDomainPrefixedKey(path: Path | null, key: string): FieldError[] {
  if (key === "") return [required(path, "")];
  const errors = isLabelKey(key).map((problem) => invalid(path, key, problem));
  if (errors.length > 0 || key.includes("/")) return errors;
  return [invalid(path, key, 'must be a domain-prefixed key (such as "acme.io/foo")')];
}
