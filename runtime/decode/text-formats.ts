import { canonicalBytes } from "../values/bytes.js";
import { canonicalDuration } from "../values/duration.js";
import { canonicalQuantity } from "../quantity/index.js";
import { canonicalMicroTime, canonicalTime } from "../values/time.js";

/** String formats that decoding converts to canonical form. */
export type StringFormat = "bytes" | "Time" | "MicroTime" | "Duration" | "Quantity";

/**
 * Returns a string in the canonical form of its format.
 * @throws Error with Go's error message if the string does not have the format
 */
export function canonicalString(format: StringFormat, text: string): string {
  return formats[format](text);
}

const formats: { readonly [format in StringFormat]: (text: string) => string } = {
  bytes: canonicalBytes,
  Time: canonicalTime,
  MicroTime: canonicalMicroTime,
  Duration: canonicalDuration,
  Quantity: canonicalQuantity,
};

export function isStringFormat(kind: string): kind is StringFormat {
  return Object.hasOwn(formats, kind);
}
