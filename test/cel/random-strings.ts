import { readFileSync } from "node:fs";
import type { Random } from "../fuzz/random.js";

/** The use of a string. */
export type Sort =
  | "plain"
  | "template"
  | "regex"
  | "url"
  | "quantity"
  | "ip"
  | "cidr"
  | "semver"
  | "format"
  | "formatted";

const letters = Array.from('abAé😀 ,\n\t"\\\u0085\ufeff\u2028\u00a0ſ\u0007\u00000.');

/** Some values of each sort; others are made from them. */
/** Some strings of each sort; others are made from them. A line has a sort and literals. */
const examples = readExamples();

function readExamples(): ReadonlyMap<string, readonly string[]> {
  const all = new Map<string, string[]>();
  for (const line of readFileSync(new URL("example-strings.txt", import.meta.url), "utf8")
    .trim()
    .split("\n")) {
    const sort = line.slice(0, line.indexOf(" "));
    const strings = (line.match(/"(?:[^"\\]|\\.)*"/g) ?? []).map((literal) => JSON.parse(literal) as string);
    all.set(sort, [...(all.get(sort) ?? []), ...strings]);
  }
  return all;
}

/** Returns a string that is right, or nearly right. */
export function randomString(random: Random, sort: Sort): string {
  let text = example(random, sort);
  if (sort === "plain" && random.chance(0.3)) text = random.many(12, () => random.pick(letters)).join("");
  if (sort === "template" && random.chance(0.4)) text += example(random, "template");
  const other = random.chance(0.15) ? changed(random, text, sort) : text;
  // A quantity with more than ten thousand zeros is not computed here.
  return sort === "quantity" && /[eE][-+]?\d{4}/.test(other) ? text : other;
}

function example(random: Random, sort: Sort): string {
  return random.pick(examples.get(sort) ?? []);
}

/** Returns a string in which a character is removed, repeated or added. */
function changed(random: Random, text: string, sort: Sort): string {
  const points = Array.from(text);
  const at = random.int(points.length + 1);
  const other = random.pick([...Array.from(example(random, sort)), ...letters]);
  const removed = random.chance(0.5) ? 1 : 0;
  return [...points.slice(0, at), ...(random.chance(0.7) ? [other] : []), ...points.slice(at + removed)].join("");
}
