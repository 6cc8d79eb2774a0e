import type { Random } from "./random.js";

/** Substrings that are special cases for parsers, escape functions and comparisons. */
const units = [
  "a",
  "b=",
  "a,",
  "!a,",
  "<",
  "%3C",
  "%",
  "\\",
  '"',
  "'",
  " ",
  "\u2003",
  "\u0085",
  "\n",
  "\t",
  "\0",
  "é",
  "\ud800",
  "😀",
  "\u2028",
  "\u202e",
  "0",
  "9",
  "1e3",
  "1ns",
  "-",
  "+",
  ".",
  "..",
  "/",
  "//",
  "~",
  "~1",
  "$",
  "${x}",
  "*",
  "&",
  "#",
  "?",
  ";",
  ":",
  "- a\n",
  "a: ",
  "{",
  "}",
  "[",
  "]",
  "__proto__",
  "constructor",
  "toString",
  "null",
  "true",
  "\u001b[31m",
  "a in (b),",
  "x!=y,",
  "Mi",
  "e",
  "0x1",
  "inf",
];

/** Replaces lone surrogates by U+FFFD. */
export function wellFormed(text: string): string {
  return Buffer.from(text).toString();
}

/**
 * Returns a random text. It is usually short, but sometimes one unit is repeated up to `max`
 * characters.
 */
export function hostileText(random: Random, max: number): string {
  if (random.chance(0.5)) return random.many(6, () => random.pick(units)).join("");
  const unit = random.pick(units);
  const count = Math.floor(random.length(max) / unit.length);
  const tail = random.chance(0.3) ? random.pick(units) : "";
  return (random.chance(0.3) ? random.pick(units) : "") + unit.repeat(count) + tail;
}

/**
 * Returns a copy of a text. In the copy, up to three characters are removed, replaced or repeated.
 */
export function mutatedText(random: Random, text: string, max: number): string {
  let result = text;
  for (let left = random.int(4); left > 0; left--) {
    const at = random.int(result.length + 1);
    const piece = random.pick([() => "", () => random.pick(units), () => hostileText(random, max)])();
    result = result.slice(0, at) + piece + result.slice(at + random.int(3));
  }
  return result;
}

/** Returns a JSON value whose text has about `budget` characters at most. */
export function hostileJSON(random: Random, budget: number, depth = 0): unknown {
  const kinds = depth > 5 ? 4 : 7;
  switch (random.int(kinds)) {
    case 0:
      return hostileText(random, budget);
    case 1:
      return random.pick([0, -0, 1, -1, 1.5, 1e21, 2 ** 53, 2 ** 31, Number.MAX_VALUE, 5e-324]);
    case 2:
      return random.pick([null, true, false]);
    case 3:
      return random.pick(["cheese", "default", "2030-01-01T00:00:00Z", "5s", "1Gi", ""]);
    case 4:
      return repeated(random, budget, () => hostileJSON(random, 30, depth + 1));
    case 5:
      return random.many(5, () => hostileJSON(random, budget / 5, depth + 1));
    default:
      return Object.fromEntries(
        random.many(6, () => [hostileText(random, 60), hostileJSON(random, budget / 6, depth + 1)] as const),
      );
  }
}

function repeated(random: Random, budget: number, make: () => unknown): unknown[] {
  const item = make();
  const length = Math.max(4, JSON.stringify(item).length);
  return Array.from({ length: Math.floor(random.length(budget) / length) }, () => item);
}
