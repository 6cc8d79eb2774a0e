import type { KeyValue } from "../storage/index.js";

/** Number of bytes at the beginning of a stored object that are searched for the apiVersion. */
const longestHead = 1000;

/** Name of the version under which objects with an unreadable version are counted. */
export const unknownVersion = "unknown";

/**
 * Returns the apiVersion of a stored object; `unknownVersion` if it cannot be read. Usually reads
 * only the beginning of the bytes, because stored objects begin with kind and apiVersion. Other
 * bytes are parsed as JSON.
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
