import type { KeyValue } from "../storage/index.js";

/** Maximum length of kind and apiVersion at the beginning of a stored object, in bytes. */
const longestHead = 1000;

/** Version in the counts of objects that cannot be read. */
export const unknownVersion = "unknown";

/**
 * Returns the apiVersion of a stored object. It reads only the beginning of the string, because
 * stored objects begin with kind and apiVersion. Any other string is parsed.
 */
export function storedVersion({ value, unreadable }: KeyValue): string {
  if (unreadable !== undefined) return unknownVersion;
  const head = Buffer.from(value.buffer, value.byteOffset, Math.min(value.length, longestHead)).toString("latin1");
  const found = /^\{"(?:kind":"[^"\\]*",")?apiVersion":"([^"\\]*)"/.exec(head)?.[1];
  if (found !== undefined) return found;
  try {
    const { apiVersion } = JSON.parse(Buffer.from(value).toString("utf8")) as { readonly apiVersion?: unknown };
    return typeof apiVersion === "string" ? apiVersion : unknownVersion;
  } catch {
    return unknownVersion;
  }
}
