import { describe, expect, test } from "vitest";
import { parseMarker, unquote } from "../../engine/markers/grammar.js";
import type { Marker } from "../../engine/markers/marker.js";

const position = { file: "a.ts", line: 3, column: 5 };
const raw = { name: "raw", places: [], value: "", description: "", example: "", owner: "", raw: true } as const;
const parse = (text: string) => parseMarker(text, position, (name) => (name === "raw" ? raw : undefined));

/** Returns a marker without its position and without the positions of nested markers. */
const plain = ({ position: _, then, ...marker }: Marker): object => ({
  ...marker,
  ...(then === undefined ? {} : { then: plain(then) }),
});
const args = (...pairs: readonly (readonly [string, string | number | boolean])[]) => ({
  args: pairs.map(([name, value]) => ({ name, value })),
});

describe("names", () => {
  test.each(["name", "a-name", "a.name", "a_name", "_a", "a:name:b", "A1", "k8s:validation:cel[0]:rule"])(
    "+%s",
    (name) => {
      expect(parse(`+${name}`)).toMatchObject({ marker: { name, position } });
    },
  );
});

const accepted: readonly (readonly [string, object])[] = [
  ["+a()", { name: "a", args: [] }],
  ["+a(arg)", { name: "a", ...args(["", "arg"]) }],
  ['+a("an arg")', { name: "a", ...args(["", "an arg"]) }],
  ["+a(`an arg`)", { name: "a", ...args(["", "an arg"]) }],
  ['+a("\\"q\\" \\\\")', { name: "a", ...args(["", '"q" \\']) }],
  ["+a(`\\`q\\``)", { name: "a", ...args(["", "`q`"]) }],
  ["+a(1)", { name: "a", ...args(["", 1]) }],
  ["+a(-1)", { name: "a", ...args(["", -1]) }],
  ["+a(+1)", { name: "a", ...args(["", 1]) }],
  ["+a(0x1F)", { name: "a", ...args(["", 31]) }],
  ["+a(-0o17)", { name: "a", ...args(["", -15]) }],
  ["+a(0b101)", { name: "a", ...args(["", 5]) }],
  ["+a(true)", { name: "a", ...args(["", true]) }],
  ["+a(false)", { name: "a", ...args(["", false]) }],
  ["+a(truethy)", { name: "a", ...args(["", "truethy"]) }],
  ["+a(k: v)", { name: "a", ...args(["k", "v"]) }],
  ["+a(k:v)", { name: "a", ...args(["k", "v"]) }],
  ['+a(k: 1, l: "x",m: true)', { name: "a", ...args(["k", 1], ["l", "x"], ["m", true]) }],
  ["+a=", { name: "a", value: "" }],
  ["+a=v", { name: "a", value: "v" }],
  ["+a=v  ", { name: "a", value: "v" }],
  ["+a=../v1", { name: "a", value: "../v1" }],
  ["+a=restaurant.example.com", { name: "a", value: "restaurant.example.com" }],
  ["+a=a,b", { name: "a", value: "a,b" }],
  ['+a="a value"', { name: "a", value: '"a value"' }],
  ["+a=v # a comment", { name: "a", value: "v" }],
  ['+a="v # no comment" # a comment', { name: "a", value: '"v # no comment"' }],
  ["+a=v#w", { name: "a", value: "v#w" }],
  ["+a # a comment", { name: "a" }],
  ["+a(x) # a comment", { name: "a", ...args(["", "x"]) }],
  ["+a(x)=v", { name: "a", ...args(["", "x"]), value: "v" }],
  ["+a=+b", { name: "a", then: { name: "b" } }],
  ["+a=+b(x: 1)=+c=2", { name: "a", then: { name: "b", ...args(["x", 1]), then: { name: "c", value: "2" } } }],
  ['+raw={"a": [1, "b"]} # kept', { name: "raw", value: '{"a": [1, "b"]} # kept' }],
  ["+raw=ref(../x.Name)", { name: "raw", value: "ref(../x.Name)" }],
  ['+a:="x"', { name: "a", value: '"x"' }],
];

test.each(accepted)("%s is parsed", (text, expected) => {
  const parsed = parse(text);
  expect("marker" in parsed ? plain(parsed.marker) : parsed).toEqual(expected);
});

const refused: readonly (readonly [text: string, offset: number, words: RegExp])[] = [
  ["+", 0, /name is missing/],
  ["+1a", 0, /name is missing/],
  ["+-a", 0, /name is missing/],
  ["+a b", 3, /unexpected text/],
  ["+a (x)", 2, /blank before `\(`/],
  ["+a =v", 2, /blank before `=`/],
  ["+a(x) =v", 5, /blank before `=`/],
  ["+a(x", 4, /`\)` is missing/],
  ["+a(x, y)", 6, /`name: value`/],
  ["+a(x, k: y)", 6, /`name: value`/],
  ["+a(k: x, y)", 9, /`name: value`/],
  ["+a(k: x, k: y)", 9, /twice/],
  ["+a( x)", 3, /value is missing/],
  ["+a(x )", 4, /unexpected blank before `\)`/],
  ["+a(x y)", 4, /`,` or `\)`/],
  ["+a(k : x)", 4, /`,` or `\)`/],
  ["+a(x,)", 5, /value is missing/],
  ["+a(k:)", 5, /value is missing/],
  ["+a(1x)", 3, /value is missing/],
  ['+a("x)', 3, /not closed/],
  ['+a="x', 3, /not closed/],
  ['+a="x" y', 6, /after the value/],
  ["+a=x y", 4, /after the value/],
  ["+a=+", 3, /name is missing/],
  ["+a=+b(x", 7, /`\)` is missing/],
  ["+a=+b c", 6, /unexpected text/],
  ["+a(x)y", 5, /unexpected text/],
  ["+a +b", 3, /one marker/],
];

test.each(refused)("%s is rejected at offset %i", (text, offset, words) => {
  const parsed = parse(text);
  expect(parsed).toMatchObject({ offset });
  expect("error" in parsed ? parsed.error : "").toMatch(words);
});

test("a marker in a chain has its own position", () => {
  const parsed = parse("+a=+b");
  expect("marker" in parsed && parsed.marker.then?.position).toEqual({ file: "a.ts", line: 3, column: 8 });
});

test("escapes in quoted values are resolved", () => {
  expect(['"a \\" b"', "`c`", "d", '"'].map(unquote)).toEqual(['a " b', "c", "d", '"']);
});
