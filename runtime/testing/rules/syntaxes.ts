import { canonicalBytes, encodeBytes } from "../../values/bytes.js";
import { canonicalDuration } from "../../values/duration.js";
import { canonicalQuantity } from "../../quantity/format.js";
import { canonicalMicroTime, canonicalTime } from "../../values/time.js";
import type { StringSyntax } from "./rule.js";

interface KnownSyntax {
  /**
   * Returns the canonical form of a string.
   * @throws Error for a string without the syntax
   */
  readonly canonical: (text: string) => string;
  readonly samples: readonly string[];
}

const known: Readonly<Record<StringSyntax, KnownSyntax>> = {
  bytes: {
    canonical: canonicalBytes,
    samples: [0, 1, 3, 6, 12, 24].map((count) => encodeBytes(new Uint8Array(count))),
  },
  Duration: { canonical: canonicalDuration, samples: ["0s", "1s", "10s", "1m0s", "1h0m0s", "100h0m0s"] },
  MicroTime: { canonical: canonicalMicroTime, samples: ["2024-01-01T00:00:00.000000Z"] },
  Quantity: { canonical: canonicalQuantity, samples: ["0", "1", "5", "10", "1m", "1k", "1Gi", "100"] },
  Time: { canonical: canonicalTime, samples: ["2024-01-01T00:00:00Z"] },
};

/** Reports whether a string is a value of a type in canonical form. */
export function hasSyntax(of: StringSyntax, text: string): boolean {
  try {
    return known[of].canonical(text) === text;
  } catch {
    return false;
  }
}

/** Returns values of a type as strings of different lengths. */
export function syntaxSamples(of: StringSyntax): readonly string[] {
  return known[of].samples;
}
