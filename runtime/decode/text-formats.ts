import { canonicalBytes } from "../values/bytes.js";
import { canonicalDuration } from "../values/duration.js";
import { canonicalQuantity } from "../quantity/index.js";
import { canonicalMicroTime, canonicalTime } from "../values/time.js";

/** Formats of strings that decoding converts to canonical form. */
export type TextFormat = "bytes" | "Time" | "MicroTime" | "Duration" | "Quantity";

/**
 * Returns a text in canonical form.
 * @throws Error with Go's error text if the text does not have the format
 */
export function canonicalText(format: TextFormat, text: string): string {
  return formats[format](text);
}

const formats: { readonly [format in TextFormat]: (text: string) => string } = {
  bytes: canonicalBytes,
  Time: canonicalTime,
  MicroTime: canonicalMicroTime,
  Duration: canonicalDuration,
  Quantity: canonicalQuantity,
};

export function isTextFormat(kind: string): kind is TextFormat {
  return Object.hasOwn(formats, kind);
}
