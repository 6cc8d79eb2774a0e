import { canonicalBytes } from "../bytes.js";
import { canonicalDuration } from "../duration.js";
import { canonicalQuantity } from "../quantity/index.js";
import { canonicalMicroTime, canonicalTime } from "../time.js";

/** Texts that have a canonical form, which decoding puts them into. */
export type TextFormat = "bytes" | "Time" | "MicroTime" | "Duration" | "Quantity";

/**
 * Puts a text into canonical form; throws an Error with Go's text for one that is not of the
 * format.
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
