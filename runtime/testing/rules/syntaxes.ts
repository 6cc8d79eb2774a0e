import { encodeBytes } from "../../values/bytes.js";
import { canonicalString, type StringFormat } from "../../decode/text-formats.js";

/** Values of types as strings of different lengths. */
export const syntaxSamples: Readonly<Record<StringFormat, readonly string[]>> = {
  bytes: [0, 1, 3, 6, 12, 24].map((count) => encodeBytes(new Uint8Array(count))),
  Duration: ["0s", "1s", "10s", "1m0s", "1h0m0s", "100h0m0s"],
  MicroTime: ["2024-01-01T00:00:00.000000Z"],
  Quantity: ["0", "1", "5", "10", "1m", "1k", "1Gi", "100"],
  Time: ["2024-01-01T00:00:00Z"],
};

/** Reports whether a string is a value of a type in canonical form. */
export function hasSyntax(of: StringFormat, text: string): boolean {
  try {
    return canonicalString(of, text) === text;
  } catch {
    return false;
  }
}
