import { writeYAML } from "../../apiserver/yaml/write-yaml.js";
import { printYAML } from "../../engine/print/yaml/print-yaml.js";
import { Random } from "../fuzz/random.js";

/** YAML texts to read. */
export interface YAMLCase {
  readonly steps: readonly string[];
  /** The strings that the first steps contain as value, item and key, printed by both writers. */
  readonly strings: readonly string[];
}

/** Signs and words that are special somewhere in YAML. */
const signs = [
  ...Array.from("-?:,[]{}#&*!|>'\"%@`=<~/\\._+ \n\t"),
  ...Array.from("0123456789abefnoxtyNTX"),
  ...["\r", "\u0000", "\u0007", "\u007f", "\u0085", "\u00a0", "\u2028", "\ufeff", "\ufffd", "é", "日", "😀"],
  ...["<<", "---", "...", "- ", "? ", ": ", " #", "\n ", " \n", "\n\n", "0x", "0b", "0o", "1e", "e+", "e-", "1:30"],
  ...["true", "no", "Null", ".inf", ".NaN", "2001-02-30", "T10:20:30Z", " 1:2:3", "0o7", "1_0", "text"],
];

/** Scalars of which Go, YAML 1.1 and YAML 1.2 have different opinions, and ordinary ones. */
const scalars =
  `0_ 1e3_0 ._1 .5_ _1 -_1 +_0x1_F 0x_ 0b 0b_ 0b-1 0b+1 -0b1 -0b-1 0o7 -0o7 0O17 0o_7 08 07_7 00 0 -0 +0 1_ 1__0 1.0 1. .5 .
  +.5 -.5e-3 1e3 1E+3 1e400 -1e400 .1e400 1e+21 0.1e1 1.5.5 1:30 1:30.5 -1:30 9007199254740991 9007199254740993
  -9007199254740993 9223372036854775807 9223372036854775808 -9223372036854775808 -9223372036854775809 18446744073709551615
  +18446744073709551615 18446744073709551616 0xffffffffffffffff 0x1ffffffffffffffff 0x7FFFFFFFFFFFFFFF -0x8000000000000000
  01777777777777777777777 0777777777777777777777 .inf -.Inf +.INF .nan .NAN yes No ON y n ~ null NULL nUll true TrUe = << 2001-1-1
  2001-02-30 2001-01-01T10:00:00Z 2001-12-14t21:59:43.10-05:00 a b "a" 'b' "x\\/y" "\\x41\\u00e9\\U0001F600" "a\\tb" "<<" '=' "1" '0x1'
  !!int|5 !!int|"5" !!int|1.5 !!int|x !!int|0x_1F !!float|1 !!float|.5 !!float|x !!float|yes !!str|5 !!str|yes !!bool|on !!bool|1
  !!null|~ !!null|x !!binary|YQ== !!binary|x !foo|5 !|5`
    .split(/\s+/)
    .map((scalar) => scalar.replace("|", " "));

export function randomCase(seed: number): YAMLCase {
  const random = new Random(seed);
  const strings = Array.from({ length: 6 }, () => stringOf(random));
  const written = strings.flatMap((text) => {
    const value = { value: text, list: [text, [text]], map: { [text]: { [text]: text } } };
    return [writeYAML(JSON.stringify(value)), writeYAML(JSON.stringify(text)), printYAML(value)];
  });
  return { steps: [...written, ...Array.from({ length: 8 }, () => documentOf(random))], strings };
}

function stringOf(random: Random): string {
  return random.many(random.chance(0.7) ? 4 : 12, () => random.pick(signs)).join("");
}

/** Returns a document with odd scalars, anchors, merge keys and duplicate keys. */
function documentOf(random: Random): string {
  if (random.chance(0.3)) return `a: ${random.pick(scalars)}\nb:\n- ${random.pick(scalars)}\n`;
  const lines = ["x: &x {a: 1, b: 2}", "y: &y", "  b: 3", `  ${random.pick(["c: &z {d: 4}", "<<: *x", "a: 5"])}`];
  const keys = ["a", "b", "c", "1", '"1"', "'<<'", "yes", "true", "1.0", "0x1", "1e3"];
  const entry = (): string => {
    const merged = ["*x", "*y", "[*x, *y]", "[*y, {a: 6}]", "{b: 7, <<: *x}", "[]", "*x # twice"];
    if (random.chance(0.35)) return `<<: ${random.pick(merged)}`;
    const values = [...scalars.slice(0, 40), "[]", "{e: 8}", "*x", "\n    f: 9"];
    return `${random.pick(keys)}: ${random.pick(values)}`;
  };
  return [...lines, "z:", ...Array.from({ length: 1 + random.int(4) }, () => `  ${entry()}`), ""].join("\n");
}
