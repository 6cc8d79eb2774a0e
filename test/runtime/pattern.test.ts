import { pattern } from "@apimachinery/runtime/pattern";
import { describe, expect, test } from "vitest";
import { expectLinearTime } from "./linear-time.js";

describe("pattern", () => {
  test("a part of the text matches, as with Go's MatchString", () => {
    expect(pattern("b+").matches("abbc")).toBe(true);
    expect(pattern("^b+$").matches("abbc")).toBe(false);
    expect(pattern("^.$").matches("🙂")).toBe(true);
    expect(pattern("(?i)^ABC$").matches("abc")).toBe(true);
    expect(pattern("^\\pL+$").matches("é")).toBe(true);
  });

  test("the text of a pattern is kept", () => {
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
  ])("hostile texts take linear time: %s", (_name, text, unit) => {
    const compiled = pattern(text);
    expectLinearTime(1 << 19, (size) => {
      expect(compiled.matches(`${unit.repeat(size / unit.length)}?`)).toBe(false);
    });
  });
});
