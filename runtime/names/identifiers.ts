import { hasMoreBytes } from "../util/text-length.js";
import { emptyError, matcher, maxLenError } from "./texts.js";

/**
 * Validates a C identifier of any length.
 * @returns the problems found; empty for a valid value
 */
export const isCIdentifier: (value: string) => string[] = matcher(
  "[A-Za-z_][A-Za-z0-9_]*",
  "a valid C identifier must start with alphabetic character or '_', followed by a string of alphanumeric characters or '_'",
  ["my_name", "MY_NAME", "MyName"],
);

/**
 * Validates a percentage such as `93%`.
 * @returns the problems found; empty for a valid value
 */
export const isValidPercent: (value: string) => string[] = matcher(
  "[0-9]+%",
  "a valid percent string must be a numeric string followed by an ending '%'",
  ["1%", "93%"],
);

/**
 * Validates the name of an HTTP header: letters, digits and hyphens.
 * @returns the problems found; empty for a valid value
 */
export const isHTTPHeaderName: (value: string) => string[] = matcher(
  "[-A-Za-z0-9]+",
  "a valid HTTP header must consist of alphanumeric characters or '-'",
  ["X-Header-Name"],
);

const envVarName = matcher(
  "[-._a-zA-Z][-._a-zA-Z0-9]*",
  "a valid environment variable name must consist of alphabetic characters, digits, '_', '-', or '.', and must not start with a digit",
  ["my.env-name", "MY_ENV.NAME", "MyEnvName1"],
);
const configMapKey = matcher(
  "[-._a-zA-Z0-9]+",
  "a valid config key must consist of alphanumeric characters, '-', '_' or '.'",
  ["key.name", "KEY_NAME", "key-name"],
  253,
);

/**
 * Validates the name of an environment variable.
 * @returns the problems found; empty for a valid value
 */
export function isEnvVarName(value: string): string[] {
  return [...envVarName(value), ...relativePathProblems(value)];
}

/**
 * Validates the name of an environment variable that can contain all printable ASCII characters
 * except `=`.
 * @returns the problems found; empty for a valid value
 */
export function isRelaxedEnvVarName(value: string): string[] {
  if (value === "") return [`environment variable name ${emptyError}`];
  return /^[ -<>-~]+$/.test(value)
    ? []
    : ["a valid environment variable name must consist only of printable ASCII characters other than '='"];
}

/**
 * Validates a key of a ConfigMap or Secret.
 * @returns the problems found; empty for a valid value
 */
export function isConfigMapKey(value: string): string[] {
  return [...configMapKey(value), ...relativePathProblems(value)];
}

/**
 * Validates the name of a port (RFC 6335, lower case only): up to 15 letters, digits and single
 * hyphens, with at least one letter, and without a hyphen at the start or end.
 * @returns the problems found; empty for a valid value
 */
export function isValidPortName(value: string): string[] {
  const problems = hasMoreBytes(value, 15) ? [maxLenError(15)] : [];
  if (!/^[-a-z0-9]+$/.test(value))
    problems.push("must contain only alpha-numeric characters (a-z, 0-9), and hyphens (-)");
  if (!/[a-z]/.test(value)) problems.push("must contain at least one letter (a-z)");
  if (value.includes("--")) problems.push("must not contain consecutive hyphens");
  if (value.startsWith("-") || value.endsWith("-")) problems.push("must not begin or end with a hyphen");
  return problems;
}

function relativePathProblems(value: string): string[] {
  if (value === "." || value === "..") return [`must not be '${value}'`];
  return value.startsWith("..") ? ["must not start with '..'"] : [];
}
