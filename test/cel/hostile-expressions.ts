const repeat = (count: number, text: string): string => text.repeat(count);
const nested = (count: number, open: string, inner: string, close: string): string =>
  repeat(count, open) + inner + repeat(count, close);

/** Expressions that are deep, long or full of faults. */
export const hostile: readonly string[] = [
  ...[249, 250, 251, 60_000].flatMap((count) => [
    nested(count, "(", "a", ")"),
    repeat(count, "("),
    nested(count, "[", "", "]"),
  ]),
  ...[82, 83, 84, 124, 125, 126, 249, 250, 251].flatMap((count) => [
    nested(count, "a<(", "b", ")"),
    nested(count, "a+(", "b", ")"),
    nested(count, "(a.b.c+", "b", ")"),
    nested(count, "f(", "a", ")"),
    nested(count, "a.f(", "a", ")"),
    nested(count, "!(", "a", ")"),
    nested(count, "{a:", "b", "}"),
    nested(count, "[a].all(x, ", "x", ")"),
    nested(count, "a ? b : ", "c", ""),
    nested(count, "a[", "b", "]"),
  ]),
  ...[249, 250, 251, 5000].flatMap((count) =>
    ["+1", ".a", "[0]", ".f()", "&&a", "||a", "<1", "-1", ",a", ".?a", "?a:b", " in a", ".a+1"].map(
      (part) => `a${repeat(count, part)}`,
    ),
  ),
  ...[29, 30, 31, 99, 100, 101, 102, 255, 256, 257, 258, 400].flatMap((count) =>
    ["@", "a ", ") ", "( ", ". ", "1 @", "- ", "a b)", "{} {", "f(a b),", "[) "].map((part) => repeat(count, part)),
  ),
  ...[49_999, 50_000, 99_999, 100_000, 100_001, 120_000].map((count) => `'${repeat(count - 2, "é")}'`),
  `'${repeat(60_000, "😀")}`,
  ...["-", "!", '"', "'''", "r'''", "`", "\\", "a.", "0x", "1e", "&&", "{", "\n", "// ", "a\n"].map((part) =>
    repeat(20_000, part),
  ),
];
