import { classRanges } from "../../runtime/pattern/class-ranges.js";
import { Random } from "../fuzz/random.js";
import { known, unknown } from "./names.js";

export interface Step {
  readonly pattern: string;
  readonly texts: readonly string[];
}

/** Regular expressions with texts to search. */
export interface PatternCase {
  readonly steps: readonly Step[];
}

export function randomCase(seed: number): PatternCase {
  const random = new Random(seed);
  const steps = Array.from({ length: 8 }, () => {
    const pattern = random.chance(0.7) ? alternatives(random, 3) : damaged(random);
    return {
      pattern,
      texts: ["", ...random.many(5, () => text(random)), ...random.many(3, () => textLike(random, pattern))],
    };
  });
  return { steps };
}

/** Characters that differ in case, in tables of Unicode, or in JavaScript's units of text. */
const characters = [
  ...Array.from("aAbBkKsSzZ09_-. \n\t\r^$]}:,éÉßſKµμΜσςΣЖжǅǆ日٣\u0085\u00a0\u0301\u2028\ufeff\ufffd😀𝐀𐐀𐐨\u0378"),
  ...["\0", "\v", "\f", "\u{10ffff}", "\u{e0001}", "\u{10300}"],
];

/** Parts of regular expressions in any order, most of which are wrong somewhere. */
const parts = [
  ...Array.from("()[]{}*+?|^$.\\-:,<>&!='aAzkéK😀0189 \n"),
  ..."(?: (?i) (?i: (?-i) (?-s: (?sU) (?m-i) (?P<n> (?P<n (?<n> (?<1_> (?<n-> (?P<> (?P< (?< (?P=n) (?P>n) (?= (?! (?<= (?# (?> (?x) (?'n') (?i-) (?-) (?--i) (?) (? ??".split(
    " ",
  ),
  ..."[^ []] [^]] [[: [:] :] [:alpha:] [[:alpha:]] [[:^word:]] [:x:] [[:]] [[:]a:]] [[.a.]] [[=a=]] [a-] [-a] [a-b-c] [z-a] [--a] [a-\\d] [\\d-a] [a-\\pL] [\\pL-z] &&".split(
    " ",
  ),
  ..."{2} {2,} {,2} {2,1} {0} {1000} {1001} {2,1001} {01} {1000000000} {a} {2 {2, {2}? *? +? ?? ** ++ {2}{3} {3}*".split(
    " ",
  ),
  ..."\\A \\z \\Z \\b \\B \\C \\d \\D \\s \\w \\W \\h \\R \\X \\K \\G \\e \\a \\f \\n \\v \\c \\cA \\N \\1 \\0 \\07 \\123 \\777 \\8 \\k<n> \\g1 \\é \\_ \\- \\/ \\ ".split(
    " ",
  ),
  ..."\\x \\x4 \\x41 \\xzz \\x{41} \\x{1F600} \\x{110000} \\x{} \\x{4 \\x{g} \\u0041 \\U0001F600 \\Q \\E \\Qa.b\\E \\Q\\E \\Qab \\Q(\\E \\Q\\\\E".split(
    " ",
  ),
  ..."\\p \\P \\pL \\PL \\pN \\p{L} \\p{^L} \\P{^L} \\p{Greek} \\p{ greek } \\p{} \\p{^} \\p{L \\pX \\p^ \\p{Emoji} \\p{Lu}{3} \\pé \\p{é}".split(
    " ",
  ),
];

function damaged(random: Random): string {
  const text = random.many(random.chance(0.7) ? 5 : 12, () => random.pick(parts)).join("");
  return random.chance(0.5) ? text : alternatives(random, 1) + text + alternatives(random, 1);
}

function alternatives(random: Random, depth: number): string {
  return Array.from({ length: random.chance(0.7) ? 1 : 2 }, () => concatenation(random, depth)).join("|");
}

function concatenation(random: Random, depth: number): string {
  return random.many(4, () => repeated(random, depth)).join("");
}

function repeated(random: Random, depth: number): string {
  const one = atom(random, depth);
  if (random.chance(0.6)) return one;
  return one + random.pick(["*", "+", "?", "*?", "+?", "??", "{2}", "{0,2}", "{1,}", "{0}", "{3,9}?"]);
}

function atom(random: Random, depth: number): string {
  const kind = random.int(depth > 0 ? 12 : 8);
  if (kind < 2) return literal(random);
  if (kind < 4) return characterClass(random);
  if (kind < 6) return unicodeClass(random);
  if (kind === 6) return random.pick(["^", "$", "\\b", "\\B", "\\A", "\\z", "(?i)", "(?-i)", "(?s)", "(?m)"]);
  if (kind === 7) return random.pick([".", "\\d", "\\S", "\\w", "\\W", "\\Qa.b\\E", "\\x{1F600}", "\\101"]);
  const open = random.pick(["(", "(?:", "(?P<a>", "(?<b>", "(?i:", "(?-i:", "(?s-i:", "(?im:"]);
  return `${open}${alternatives(random, depth - 1)})`;
}

function literal(random: Random): string {
  return random.pick(characters).replace(/[\^$\]}.[{()*+?|\\]/, "\\$&");
}

function characterClass(random: Random): string {
  const items = Array.from({ length: 1 + random.int(3) }, () => {
    const kind = random.int(10);
    if (kind < 4) return unicodeClass(random);
    if (kind === 4) return random.pick(["\\d", "\\S", "\\W", "[:alpha:]", "[:^digit:]", "\\x{41}-\\x{5a}", "\\-"]);
    if (kind > 7)
      return random.pick(["a-z", "A-Z", "K-\\x{17f}", "0-9", "\\x{0}-\\x{378}", "\\x{100}-\\x{2fff}", "😀-😂"]);
    return literal(random).replace(/^[-^\]]/, "\\$&");
  });
  return `[${random.chance(0.4) ? "^" : ""}${random.chance(0.1) ? "]" : ""}${items.join("")}${random.chance(0.1) ? "-" : ""}]`;
}

function unicodeClass(random: Random): string {
  const name = random.chance(0.97) ? random.pick(known) : random.pick(unknown);
  const changed = random.chance(0.8) ? name : oddName(random, name);
  if (changed.length === 1 && random.chance(0.5)) return `\\${random.pick(["p", "P"])}${changed}`;
  return `\\${random.pick(["p", "p", "P"])}{${random.chance(0.2) ? "^" : ""}${changed}}`;
}

/** Returns a name with other cases, blanks, hyphens and underscores. */
function oddName(random: Random, name: string): string {
  return Array.from(name, (letter) => {
    if (random.chance(0.15)) return letter + random.pick([" ", "_", "-"]);
    return random.chance(0.3) ? random.pick([letter.toLowerCase(), letter.toUpperCase()]) : letter;
  }).join("");
}

function text(random: Random): string {
  return random.many(4, () => (random.chance(0.6) ? random.pick(characters) : borderOf(random))).join("");
}

/** Returns characters of a pattern, and some of the borders of its classes. */
function textLike(random: Random, pattern: string): string {
  const names = [...pattern.matchAll(/\\[pP]\{\^?([^}]+)\}/g)].map(([, name = ""]) => name);
  const signs = Array.from(pattern);
  return random
    .many(5, () =>
      names.length > 0 && random.chance(0.7) ? borderOf(random, random.pick(names)) : random.pick(["a", ...signs]),
    )
    .join("");
}

/** Returns the first or last character of a range of a class, or its neighbour. */
function borderOf(random: Random, name = random.pick(known)): string {
  const [first, last] = random.pick([...(classRanges(name) ?? []), [0x61, 0x7a] as const]);
  const code = random.pick([first, last, first - 1, last + 1]);
  const isCharacter = code >= 0 && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff);
  return isCharacter ? String.fromCodePoint(code) : "x";
}
