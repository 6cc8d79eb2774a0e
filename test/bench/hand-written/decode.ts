import type { JSONObject } from "@apimachinery/runtime";

/**
 * Errors that a hand-written decoder has found in the input. It must find the same errors as the
 * generated decoder, otherwise their times could not be compared.
 */
export interface Found {
  failed: boolean;
  unknown: boolean;
  keys: number;
}

/**
 * A parsed JSON object that should have the type T. The types of its fields are not checked yet.
 */
export type Parsed<T> = Readonly<Partial<Record<keyof T, unknown>>>;

export function decodeStrictly<T>(json: string, decode: (value: unknown, found: Found) => T): T {
  const found: Found = { failed: false, unknown: false, keys: 0 };
  const value = decode(JSON.parse(json), found);
  if (found.failed) throw new Error("a value of a wrong type");
  if (found.unknown) throw new Error("an unknown field");
  if (keysIn(json) !== found.keys) throw new Error("a duplicate field, or an integer with a fraction");
  return value;
}

export function decodeLeniently<T>(json: string, decode: (value: unknown, found: Found) => T): T {
  const found: Found = { failed: false, unknown: false, keys: 0 };
  const value = decode(JSON.parse(json), found);
  if (found.failed) throw new Error("a value of a wrong type");
  return value;
}

export function fail<T>(found: Found, instead: T): T {
  found.failed = true;
  return instead;
}

const nothing: Readonly<Record<string, unknown>> = Object.freeze({});

export function objectOf<T>(value: unknown, found: Found): Parsed<T> {
  const isObject = typeof value === "object" && value !== null && !Array.isArray(value);
  if (!isObject && value !== null && value !== undefined) found.failed = true;
  return (isObject ? value : nothing) as Parsed<T>;
}

/**
 * Counts the keys of an object. If it has more keys than the decoder has used, records an unknown
 * field.
 */
export function dropped(from: object, used: number, found: Found): void {
  const keys = Object.keys(from).length;
  found.keys += keys;
  if (keys !== used) found.unknown = true;
}

export function text(value: unknown, found: Found): string {
  if (typeof value === "string") return value;
  return value === null || value === undefined ? "" : fail(found, "");
}

export function bool(value: unknown, found: Found): boolean {
  if (typeof value === "boolean") return value;
  return value === null || value === undefined ? false : fail(found, false);
}

export function int(value: unknown, found: Found): number {
  if (Number.isSafeInteger(value)) return (value as number) + 0;
  return value === null || value === undefined ? 0 : fail(found, 0);
}

export function int32(value: unknown, found: Found): number {
  if (typeof value === "number" && (value | 0) === value) return value + 0;
  return value === null || value === undefined ? 0 : fail(found, 0);
}

export function float(value: unknown, found: Found): number {
  if (typeof value === "number" && Number.isFinite(value)) return value + 0;
  return value === null || value === undefined ? 0 : fail(found, 0);
}

export function each<T>(value: unknown, found: Found, decode: (item: unknown, found: Found) => T): T[] {
  if (!Array.isArray(value)) return value === null || value === undefined ? [] : fail(found, []);
  const list: unknown[] = value;
  for (let i = 0; i < list.length; i++) list[i] = decode(list[i], found);
  return list as T[];
}

export function map<T>(value: unknown, found: Found, decode: (item: unknown, found: Found) => T): Record<string, T> {
  if (value === null || value === undefined) return {};
  if (typeof value !== "object" || Array.isArray(value)) return fail(found, {});
  const entries = value as Record<string, unknown>;
  for (const key in entries) {
    found.keys++;
    const item = entries[key];
    const decoded = decode(item, found);
    if (decoded === item) continue;
    if (key === "__proto__")
      Object.defineProperty(entries, key, { value: decoded, configurable: true, enumerable: true, writable: true });
    else entries[key] = decoded;
  }
  return entries as Record<string, T>;
}

export function raw(value: unknown, found: Found): JSONObject {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value === null ? {} : fail(found, {});
  count(value, found);
  return value as JSONObject;
}

function count(value: unknown, found: Found): void {
  if (typeof value === "number" && !Number.isFinite(value)) found.failed = true;
  if (typeof value !== "object" || value === null) return;
  const children: readonly unknown[] = Object.values(value);
  if (!Array.isArray(value)) found.keys += children.length;
  for (const child of children) count(child, found);
}

/**
 * Returns the number of keys in a JSON text. Returns -1 for a text that the fast count cannot
 * handle: an integer in an invalid notation, or a space before a colon.
 */
function keysIn(json: string): number {
  let keys = 0;
  for (let at = json.indexOf(":"); at >= 0; at = json.indexOf(":", at + 1)) {
    const before = json.charCodeAt(at - 1);
    if (before <= 0x20) return -1;
    if (before !== 0x22) continue;
    keys++;
    let i = at + 1;
    while (json.charCodeAt(i) <= 0x20) i++;
    const first = json.charCodeAt(i);
    if (first !== 0x2d && (first < 0x30 || first > 0x39)) continue;
    while (json.charCodeAt(++i) >= 0x30 && json.charCodeAt(i) <= 0x39);
    if (json.charCodeAt(i) === 0x2e) {
      let zeros = true;
      while (json.charCodeAt(++i) >= 0x30 && json.charCodeAt(i) <= 0x39) zeros &&= json.charCodeAt(i) === 0x30;
      if (zeros) return -1;
    }
    if ((json.charCodeAt(i) | 0x20) === 0x65) return -1;
  }
  return keys;
}
