/**
 * @file Functions that check whether a string has a format of Kubernetes. They return the problems
 * found, with the messages of k8s.io/apimachinery/pkg/api/validate/content. Lengths are limited in
 * bytes.
 */
import { labelProblems, subdomain, subdomainProblems } from "./dns.js";
import { isLabelKey } from "./label.js";
import { maxBytesError, regexError } from "./texts.js";
import { hasMoreBytes } from "../util/text-length.js";

/** As in Go, `k` and `s` also match the signs for kelvin and long s, if case is ignored. */
const caselessRegex = new RegExp(`^${subdomain}$`, "iu");

const characters = "alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character";

/** Returns the problems found in a DNS label of up to 63 bytes. */
export function shortNameProblems(value: string): string[] {
  return labelProblems(value, maxBytesError);
}

/** Returns the problems found in a DNS subdomain of up to 253 bytes. */
export function longNameProblems(value: string): string[] {
  return subdomainProblems(value, maxBytesError);
}

/** Returns the problems found in a DNS subdomain whose letters can be upper or lower case. */
export function caselessLongNameProblems(value: string): string[] {
  const problems = hasMoreBytes(value, 253) ? [maxBytesError(253)] : [];
  if (caselessRegex.test(value)) return problems;
  return [...problems, regexError(`an RFC 1123 subdomain must consist of ${characters}`, subdomain, "Example.com")];
}

/** Returns the problems found in a label key that must have a prefix. */
export function prefixedLabelKeyProblems(value: string): string[] {
  const problems = isLabelKey(value);
  if (problems.length > 0 || value.includes("/")) return problems;
  return ["must include a prefix (e.g. 'example.com/key')"];
}

/** Returns the problems found in a name that is one segment of a URL's path. */
export function pathSegmentProblems(value: string): string[] {
  if (value === "." || value === "..") return [`may not be '${value}'`];
  return ["/", "%"].filter((part) => value.includes(part)).map((part) => `may not contain '${part}'`);
}

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** Returns the problems found in a UUID in lower case. */
export function uuidProblems(value: string): string[] {
  return uuid.test(value) ? [] : ["must be a lowercase UUID in 8-4-4-4-12 format"];
}

/**
 * Returns the problems found in the name of an extended resource with a domain prefix, such as
 * `example.com/gpu`.
 */
export function extendedResourceNameProblems(value: string): string[] {
  const problems: string[] = [];
  if (!value.includes("/")) problems.push("a name must be a domain-prefixed path, such as 'example.com/my-prop'");
  else if (value.includes("kubernetes.io/")) problems.push('must not have "kubernetes.io/" domain');
  if (value.startsWith("requests.")) problems.push('must not have "requests." prefix');
  return [...problems, ...isLabelKey(`requests.${value}`)];
}
