import * as fc from "fast-check";
import { translate } from "../../pattern/translate.js";

/** A string of each format of a CRD's schema. */
const samples: Readonly<Record<string, string | undefined>> = {
  bsonobjectid: "507f1f77bcf86cd799439011",
  byte: "YQ==",
  cidr: "10.0.0.0/8",
  creditcard: "4111111111111111",
  date: "2024-02-29",
  datetime: "2024-02-29T10:00:00Z",
  duration: "90s",
  email: "a@example.com",
  hexcolor: "#00ff00",
  hostname: "a.example.com",
  ipv4: "10.0.0.1",
  ipv6: "2001:db8::1",
  isbn: "9780306406157",
  isbn10: "0306406152",
  isbn13: "9780306406157",
  k8slongname: "a.example.com",
  k8sshortname: "a",
  mac: "01:02:03:04:05:06",
  rgbcolor: "rgb(0,255,0)",
  ssn: "111-22-3333",
  uri: "https://example.com/a",
  uuid: "123e4567-e89b-42d3-a456-426614174000",
  uuid3: "123e4567-e89b-32d3-a456-426614174000",
  uuid4: "123e4567-e89b-42d3-a456-426614174000",
  uuid5: "123e4567-e89b-52d3-a456-426614174000",
};

/**
 * Returns a string that has a format of a CRD's schema; undefined for a format that every string
 * has.
 */
export function stringSample(format: string): string | undefined {
  return samples[format];
}

/**
 * Returns strings that match a regular expression, if JavaScript supports its syntax. RE2 has flags
 * and classes that JavaScript does not have.
 */
export function patternSamples(pattern: string, seed: number): readonly string[] {
  const { arbitrary } = compiled(pattern);
  return arbitrary === undefined ? [] : fc.sample(arbitrary, { seed, numRuns: 5 });
}

/**
 * Reports whether a string matches a regular expression. If JavaScript does not support the syntax,
 * no string matches.
 */
export function matchesPattern(pattern: string, text: string): boolean {
  return compiled(pattern).expression?.test(text) ?? false;
}

/**
 * A regular expression of JavaScript, and the arbitrary of the strings that match it. Both are
 * undefined for syntax that JavaScript does not support.
 */
interface Compiled {
  readonly expression?: RegExp;
  readonly arbitrary?: fc.Arbitrary<string>;
}

const known = new Map<string, Compiled>();

function compiled(pattern: string): Compiled {
  const found = known.get(pattern) ?? compile(pattern);
  known.set(pattern, found);
  return found;
}

function compile(pattern: string): Compiled {
  try {
    // In JavaScript, this flag can only apply to the whole expression.
    const ignoresCase = /^\^?\(\?i\)/.test(pattern);
    // JavaScript does not know all names of classes, and does not allow two groups with the same
    // name.
    const { text } = translate(ignoresCase ? pattern.replace("(?i)", "") : pattern);
    const source = text.replace(/\\x\{|\\[^]/g, (escape) => (escape === "\\x{" ? "\\u{" : escape));
    const expression = new RegExp(source, ignoresCase ? "iu" : "u");
    // The flag `i` is left out, because fast-check does not support it.
    return { expression, arbitrary: fc.stringMatching(new RegExp(source, "u")) };
  } catch {
    return {};
  }
}
