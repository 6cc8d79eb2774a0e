import { maxSteps, pattern } from "@apimachinery/runtime/pattern";
import { describe, expect, test } from "vitest";
import { expectLinearTime } from "./linear-time.js";

describe("pattern", () => {
  test("a part of the string matches, as with Go's MatchString", () => {
    expect(pattern("b+").matches("abbc")).toBe(true);
    expect(pattern("^b+$").matches("abbc")).toBe(false);
    expect(pattern("^.$").matches("🙂")).toBe(true);
    expect(pattern("(?i)^ABC$").matches("abc")).toBe(true);
    expect(pattern("^\\pL+$").matches("é")).toBe(true);
  });

  test("the source of a pattern is kept", () => {
    expect(pattern("^[A-Z]+$").text).toBe("^[A-Z]+$");
  });

  test("a pattern is compiled when it is used", () => {
    const wrong = pattern("(?=a)");
    expect(() => wrong.matches("a")).toThrow("invalid or unsupported Perl syntax: `(?=`");
  });

  test.each([
    ["nested repetitions", "^(a+)+$", "a"],
    ["equal alternatives", "^(a|a)*$", "a"],
    ["optional separators", "^([a-z]+-?)+$", "ab-"],
    ["adjacent repetitions", "(x+x+)+y", "x"],
    ["several wildcards", "(.*)(.*)(.*)z$", "é"],
    ["counted repetitions", "(a?){30}a{30}!$", "a"],
  ])("hostile strings take linear time: %s", (_name, text, unit) => {
    const compiled = pattern(text);
    expectLinearTime(1 << 19, (size) => {
      expect(compiled.matches(`${unit.repeat(size / unit.length)}?`)).toBe(false);
    });
  });

  test.each([
    ["a(?P<n>b)[c\\pL", "missing closing ]: `[c\\pL`"],
    ["\\pL)\\pL", "unexpected ): `\\pL)\\pL`"],
    ["\\x4\\pL", "invalid escape sequence: `\\x4\\`"],
    ["(?<n>??\\pL", "missing argument to repetition operator: `??`"],
    ["[a-\\pL]", "invalid escape sequence: `\\p`"],
    ["\\pL**\\p{Emoji}", "invalid nested repetition operator: `**`"],
  ])("the error of %s has the words of Go, and a part of the pattern as it is written", (text, error) => {
    expect(() => pattern(text).matches("a")).toThrow(new SyntaxError(`error parsing regexp: ${error}`));
  });
});

describe("maxSteps", () => {
  test("a search can try all instructions at each character", () => {
    expect(maxSteps("a[ab]{253}$", 1000)).toBe(257_000);
    expect(maxSteps("^[ab]*c", 1000)).toBe(1000 * maxSteps("^[ab]*c", 1));
  });

  test.each(["^[a-z]{1,253}$", "^(?:a|b{9}){99}", "\\A[+*]{9}\\*", "(?i)^a{5}"])(
    "a search ends where no longer match is possible: %s",
    (text) => {
      expect(maxSteps(text, 1_000_000)).toBe(maxSteps(text, 100_000));
    },
  );

  test.each(["[a-z]{1,253}$", "^a|b", "^a{1,}", "^a+", "^[a](b*)", "(?m)^a"])(
    "a search can read the whole string: %s",
    (text) => {
      expect(maxSteps(text, 1_000_000)).toBe(10 * maxSteps(text, 100_000));
    },
  );
});
