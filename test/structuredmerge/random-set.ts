import type { Random } from "../fuzz/random.js";

const elements = [
  "f:a",
  "f:b_v1",
  "f:name",
  "f:x",
  "f:\u{1f355}",
  "f:\uffee",
  'k:{"name":"x"}',
  'k:{"name":"x","port":1}',
  'k:{"port":1.50}',
  'k:{"a":{"x":[null,true]}}',
  'v:"x"',
  "v:1",
  "v:1.0",
  "v:null",
  'v:"<"',
  "i:0",
  "i:10",
  "i:9",
  "z:unknown",
];

/** Returns the text of a FieldsV1, not always in its canonical form. */
export function randomSet(random: Random, depth = 0): string {
  const size = depth > 3 ? 0 : random.int(depth === 0 ? 6 : 4);
  const entries = Array.from({ length: size }, () => {
    if (random.chance(0.15)) return '".":{}';
    return `${JSON.stringify(random.pick(elements))}:${randomSet(random, depth + 1)}`;
  });
  return `{${entries.join(",")}}`;
}

const fragments = [
  "{",
  "}",
  '"',
  ":",
  ",",
  "null",
  " ",
  "\n",
  "\\u0041",
  "\\ud83c",
  "0",
  "-",
  "e",
  ".",
  "[1,2]",
  "tru",
  "é",
  "\u0001",
];

/** Returns a text in which some characters are replaced, removed or inserted. */
export function randomText(random: Random, text: string): string {
  const at = random.int(text.length + 1);
  const roll = random.next();
  if (roll < 0.2) return text;
  if (roll < 0.5) return text.slice(0, at) + text.slice(at + 1);
  if (roll < 0.6) return text.slice(0, at);
  return text.slice(0, at) + random.pick(fragments) + text.slice(at + random.int(2));
}
