import { hasMoreBytes } from "../util/text-length.js";
import { subdomainProblems } from "./dns.js";
import { emptyError, maxBytesError, regexError } from "./texts.js";

const key = "([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]";
const value = `(${key})?`;
const keyRegex = new RegExp(`^${key}$`);
const valueRegex = new RegExp(`^${value}$`);
const characters =
  "consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character";
const keyError = regexError(`must ${characters}`, key, "MyName", "my.name", "123-abc");

/**
 * Validates the key of a label or annotation: a name of up to 63 bytes. A DNS subdomain and a slash
 * can precede the name (Go: validation.IsQualifiedName).
 * @returns the problems found; empty for a valid key
 */
export function isLabelKey(text: string): string[] {
  if (text.length <= 63 && keyRegex.test(text)) return [];
  const parts = text.split("/");
  const name = parts.at(-1) ?? "";
  const prefix = parts.length === 2 ? parts[0] : undefined;
  if (parts.length > 2)
    return [`a valid label key ${keyError} with an optional DNS subdomain prefix and '/' (e.g. 'example.com/MyName')`];
  const ofPrefix = prefix === undefined ? [] : prefix === "" ? [emptyError] : subdomainProblems(prefix, maxBytesError);
  const problems = ofPrefix.map((problem) => `prefix part ${problem}`);
  if (name === "") problems.push(`name part ${emptyError}`);
  if (hasMoreBytes(name, 63)) problems.push(`name part ${maxBytesError(63)}`);
  if (!keyRegex.test(name)) problems.push(`name part ${keyError}`);
  return problems;
}

/**
 * Validates the value of a label, which has at most 63 bytes.
 * @returns the problems found; empty for a valid value
 */
export function isLabelValue(text: string): string[] {
  // The pattern accepts only one-byte characters, so the number of characters is the number of
  // bytes.
  if (text.length <= 63 && valueRegex.test(text)) return [];
  const problems = hasMoreBytes(text, 63) ? [maxBytesError(63)] : [];
  if (valueRegex.test(text)) return problems;
  return [
    ...problems,
    regexError(`a valid label must be an empty string or ${characters}`, value, "MyValue", "my_value", "12345"),
  ];
}
