import { isRecord } from "../util/is-record.js";

/** Returns the value of a string with JSON; undefined if the string is not JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

/** Returns the object in a string with JSON; undefined if the string has no object. */
export function parseObject(text: string | undefined): { readonly [key: string]: unknown } | undefined {
  const value = parseJson(text ?? "");
  return isRecord(value) ? value : undefined;
}
