import { isObject, type Change, type Part } from "./parts.js";

/** The types whose values are strings of a form that a server rewrites. */
export type Rewritten = "Quantity" | "Duration" | "Time" | "MicroTime" | "bytes";

/** A valid value of each type in its canonical form. */
export const validValues: Readonly<Record<Rewritten, string>> = {
  Quantity: "1",
  Duration: "1h0m0s",
  Time: "2026-01-02T03:04:05Z",
  MicroTime: "2026-01-02T03:04:05.000001Z",
  bytes: "YWJj",
};

export function isRewritten(part: Part): part is Part & { readonly type: Rewritten } {
  return part.type in validValues;
}

const hasShortHour = /T\d:/;
/** A time as both read it. The years at the ends of the range depend on the offset. */
const usualTime = /^(?!0000|9999)\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:[.,]\d+)?(?:Z|[+-](?:[01]\d|2[0-4]):(?:[0-5]\d|60))$/;

/** Reports whether only a server or only a cluster may accept a string, as in docs/rules.md. */
const oneSided: Readonly<Record<Rewritten, (text: string) => boolean>> = {
  bytes: (text) => text === "" || /[\r\n]/.test(text),
  // More than 292 years: the least are 2562048 hours.
  Duration: (text) => /\d{7}/.test(text),
  Time: (text) => hasShortHour.test(text) || !usualTime.test(text),
  MicroTime: (text) => hasShortHour.test(text) || /^(?:0000|9999)|\.[+-]/.test(text),
  Quantity: (text) => /^\s|\s$|^[+-]?\.?(?:[^\d.+-]|$)|[eE].*\.|[eE][+-]?\d{9}/.test(text),
};

/** Reports whether only a server or only a cluster may accept a value. */
export function isOneSided(type: Rewritten, value: unknown): boolean {
  if (typeof value === "string") return oneSided[type](value);
  // A cluster accepts any list for a string with a format. Go decodes a fraction to a quantity, and
  // a list of numbers to bytes.
  return type === "Quantity" ? typeof value === "number" && !Number.isInteger(value) : Array.isArray(value);
}

/** Replaces a value that only a server or only a cluster may accept. */
export const toAccepted: Change = (part, value) =>
  isRewritten(part) && !isObject(value) && isOneSided(part.type, value) ? validValues[part.type] : value;
