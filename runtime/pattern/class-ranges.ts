import { aliases, categories, scriptNames, scripts } from "./unicode-classes.js";

/** Sorted ranges of code points; both ends are included. */
export type Ranges = readonly (readonly [first: number, last: number])[];

const lastCode = 0x10ffff;

/** The greatest code point that has an upper-case and a lower-case form. */
const lastWithCase = 0x1e943;

/**
 * Returns the code points of the class `\p{name}`; undefined for a name that Go does not know. As
 * in Go, case, spaces, hyphens and underscores in the name are ignored.
 */
export function classRanges(name: string): Ranges | undefined {
  const key = canonical(name);
  if (key === "Any") return [[0, lastCode]];
  if (key === "Ascii") return [[0, 0x7f]];
  if (key === "Assigned") return complement(categoryRanges("Cn"));
  const alias = aliases.split(/\s/).find((each) => each.startsWith(`${key}:`));
  const category = categoryRanges(alias?.slice(key.length + 1) ?? key);
  const found = category.length > 0 ? category : scriptRanges(key);
  return found.length > 0 ? found : undefined;
}

/**
 * Returns a name without spaces, hyphens and underscores, with only the first letter in upper case.
 * Non-ASCII characters are not changed.
 */
function canonical(name: string): string {
  const small = name.replaceAll(/[-_ ]/g, "").replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase());
  return small.replace(/^[a-z]/, (letter) => letter.toUpperCase());
}

/** @param name a category such as `Lu`, or `L` for all categories whose names begin with L */
function categoryRanges(name: string): Ranges {
  ofCategories ??= runsIn(categories);
  if (/^lc$/i.test(name)) return rangesOf(ofCategories, (code) => /L[ult]/.test(code));
  return name === "" ? [] : rangesOf(ofCategories, (code) => code.startsWith(name));
}

function scriptRanges(name: string): Ranges {
  const index = scriptNames.split(/\s/).indexOf(name);
  if (index < 0) return [];
  ofScripts ??= runsIn(scripts);
  const letters = String.fromCharCode(0x41 + Math.floor(index / 26), 0x61 + (index % 26));
  return rangesOf(ofScripts, (code) => code === letters);
}

/** Consecutive code points of the same category or script. */
interface Run {
  readonly code: string;
  readonly count: number;
}

/** The categories of unicode-classes.ts, parsed when a pattern first needs them. */
let ofCategories: readonly Run[] | undefined;
let ofScripts: readonly Run[] | undefined;

function runsIn(text: string): readonly Run[] {
  return text.split(/\s/).map((run) => ({ code: run.slice(0, 2), count: Number(run.slice(2) || 1) }));
}

function rangesOf(runs: readonly Run[], has: (code: string) => boolean): Ranges {
  const found: [number, number][] = [];
  let start = 0;
  for (const { code, count } of runs) {
    const previous = found.at(-1);
    if (has(code) && previous?.[1] === start - 1) previous[1] += count;
    else if (has(code)) found.push([start, start + count - 1]);
    start += count;
  }
  return found;
}

/** Returns all code points outside of the ranges. */
export function complement(ranges: Ranges): Ranges {
  return [...ranges, [lastCode + 1, 0] as const].flatMap(([first], at) => {
    const start = (ranges[at - 1]?.[1] ?? -1) + 1;
    return start < first ? [[start, first - 1] as const] : [];
  });
}

/** Returns ranges that also contain the upper-case and lower-case forms of all code points. */
export function withOtherCases(ranges: Ranges): Ranges {
  const escapes = ranges.map(([first, last]) => `\\u{${first.toString(16)}}-\\u{${last.toString(16)}}`);
  const expression = new RegExp(`[${escapes.join("")}]`, "iu");
  const found: (readonly [number, number])[] = [];
  for (let code = 0; code <= lastWithCase; code++)
    if (expression.test(String.fromCodePoint(code))) found.push([code, code]);
  const others = ranges.filter(([, last]) => last > lastWithCase);
  return [...found, ...others.map(([first, last]) => [Math.max(first, lastWithCase + 1), last] as const)];
}
