import { isRecord } from "./is-record.js";

/**
 * Reports whether two values of plain data are deeply equal. A member with the value undefined
 * differs from a missing member.
 */
export function isEqual(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true;
  // --watch compares all planned files of a folder. Closures would take twice the time of loops.
  if (Array.isArray(a)) {
    if (!Array.isArray(b) || a.length !== b.length) return false;
    for (let index = 0; index < a.length; index++) if (!isEqual(a[index], b[index])) return false;
    return true;
  }
  if (!isRecord(a) || !isRecord(b) || Object.getPrototypeOf(a) !== Object.getPrototypeOf(b)) return false;
  const keys = Object.keys(a);
  if (keys.length !== Object.keys(b).length) return false;
  for (const key of keys) if (!Object.hasOwn(b, key) || !isEqual(a[key], b[key])) return false;
  return true;
}
