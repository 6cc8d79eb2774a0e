import type { Random } from "../fuzz/random.js";

/** The tokens of expressions, also wrong ones. */
const tokens = [
  ...["==", "!=", "in", "<", "<=", ">=", ">", "&&", "||", "[", "]", "{", "}", "(", ")", ".", ",", "-", "!", "?", ":"],
  ...[
    "+",
    "*",
    "/",
    "%",
    "true",
    "false",
    "null",
    "1.5",
    ".5e3",
    "1e",
    "7",
    "0x1F",
    "2u",
    "0xau",
    "99999999999999999999",
  ],
  ...[
    "1e999",
    "'a'",
    '"b"',
    "'''c\n'd'''",
    'r"\\d"',
    "b'\\xff\\377é'",
    '"\\u00e9\\U0001F600"',
    "'\\ud800'",
    "b'\\u0041'",
  ],
  ...[
    "a",
    "self",
    "oldSelf",
    "`a-b.c/d e`",
    "as",
    "namespace",
    "has",
    "__result__",
    "@",
    "#",
    "&",
    "=",
    "'open",
    '"\\q"',
  ],
  ...[".?", "[?", "{?", " ", "\n", "\t", "// c\n", "é", "😀", "`", '"""', "\\", "\r"],
];

const names = ["a", "b", "self", "x", "self.list", "self.map", "oldSelf"];
const binary = ["==", "!=", "in", "<", "<=", ">=", ">", "&&", "||", "+", "-", "*", "/", "%"];
const macros = ["all", "exists", "exists_one", "existsOne", "map", "filter", "optMap", "optFlatMap"];
const macros2 = ["all", "exists", "existsOne", "exists_one", "transformList", "transformMap", "transformMapEntry"];
const literals = [
  "1",
  "-1",
  "- 2",
  "1u",
  "1.5",
  "-1e3",
  "'x'",
  '"\\n\\x41\\101"',
  "b'a\\001'",
  "true",
  "null",
  "r'\\'",
  "9223372036854775807",
];

/** Returns the text of a random expression. Some of them have faults. */
export function randomExpression(random: Random): string {
  const roll = random.next();
  if (roll < 0.35) return expression(random, 3);
  if (roll < 0.5)
    return Array.from({ length: 1 + random.int(8) }, () => random.pick(tokens)).join(random.pick(["", " "]));
  let text = expression(random, 2);
  for (let count = 1 + random.int(3); count > 0; count--) text = damaged(random, text);
  return text;
}

function damaged(random: Random, text: string): string {
  const at = random.int(text.length + 1);
  const roll = random.next();
  if (roll < 0.35) return text.slice(0, at) + random.pick(tokens) + text.slice(at);
  if (roll < 0.7) return text.slice(0, at) + text.slice(at + 1 + random.int(3));
  if (roll < 0.85) return text.slice(0, at);
  return text.slice(0, at) + text.slice(random.int(text.length + 1));
}

function expression(random: Random, depth: number): string {
  if (depth === 0) return random.chance(0.5) ? random.pick(names) : random.pick(literals);
  const inner = (): string => expression(random, depth - 1 - random.int(2) > 0 ? depth - 1 : 0);
  const forms: readonly (() => string)[] = [
    () => `${inner()} ${random.pick(binary)} ${inner()}`,
    () => Array.from({ length: 2 + random.int(4) }, inner).join(random.pick([" && ", " || ", " + "])),
    () => `${inner()} ? ${inner()} : ${inner()}`,
    () => `${random.pick(["!", "-", "!!", "--", "- -", "---"])}${inner()}`,
    () => `(${inner()})`,
    () => `${inner()}.${random.pick(["f", "?f", "`a-b`", "?`c/d`", "in", "namespace"])}`,
    () => `${inner()}[${random.pick(["", "?"])}${inner()}]`,
    () => `${random.pick(["f", "size", "has", ".f", "a.b.f"])}(${many(random, inner)})`,
    () => `${inner()}.${random.pick(["f", "size", "matches"])}(${many(random, inner)})`,
    () => `has(${inner()}.${random.pick(["f", "`a-b`"])})`,
    () => `[${many(random, () => random.pick(["", "", "?"]) + inner())}${random.pick(["", "", ","])}]`,
    () => `{${many(random, () => `${random.pick(["", "", "?"])}${inner()}: ${inner()}`)}${random.pick(["", "", ","])}}`,
    () =>
      `${random.pick(["A", "a.B", ".c.D"])}{${many(random, () => `${random.pick(["f", "?g", "`h-i`"])}: ${inner()}`)}}`,
    () => `${inner()}.${random.pick(macros)}(${random.pick(["x", "y", "1", "__result__"])}, ${inner()})`,
    () => `${inner()}.map(x, ${inner()}, ${inner()})`,
    () =>
      `${inner()}.${random.pick(macros2)}(${random.pick(["i", "x", "a.b"])}, ${random.pick(["v", "x", "v", "2"])}, ${inner()})`,
    () =>
      `${inner()}.${random.pick(["transformList", "transformMap", "transformMapEntry"])}(k, v, ${inner()}, ${inner()})`,
    () => `cel.bind(x, ${inner()}, ${inner()})`,
  ];
  return random.pick(forms)();
}

function many(random: Random, one: () => string): string {
  return Array.from({ length: random.int(4) }, one).join(random.pick([", ", ",", " , "]));
}
