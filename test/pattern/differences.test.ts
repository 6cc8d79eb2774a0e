import { RE2JS } from "re2js";
import { expect, test } from "vitest";
import { kept, resultOf, translated, withoutStart, type Result } from "./differences.js";
import { outcomeOf } from "./replay.js";

test.each(Object.entries(translated))("%s: the result is that of Go", (_what, group) => {
  for (const [pattern, text, go, re2js] of group) {
    expect(resultOf(outcomeOf({ pattern, texts: [text] })), pattern).toBe(go);
    expect(ofRE2JS(pattern, text), pattern).toBe(re2js);
  }
});

test.each(Object.entries(kept))("%s: the result is that of re2js", (_what, group) => {
  for (const [pattern, text, , re2js] of group) {
    expect(resultOf(outcomeOf({ pattern, texts: [text] })), pattern).toBe(re2js);
    expect(ofRE2JS(pattern, text), pattern).toBe(re2js);
  }
});

/** Go accepts programs that are 2.4 times as large. */
test("a pattern of 1.4 million instructions is refused", () => {
  const pattern = "x{1000}".repeat(1400);
  expect(outcomeOf({ pattern, texts: [""] }).error).toBe(`error parsing regexp: expression too large: \`${pattern}\``);
});

function ofRE2JS(pattern: string, text: string): Result {
  try {
    return RE2JS.compile(pattern).test(text);
  } catch (error) {
    return withoutStart((error as Error).message);
  }
}
