import * as fc from "fast-check";
import { expect, test } from "vitest";
import { Fuzz_string } from "../../runtime/testing/index.js";

/** Returns the counterexamples of a property of strings, for many seeds. */
function counterexamples(holds: (text: string) => boolean): Set<string> {
  const found = new Set<string>();
  for (let seed = 0; seed < 300; seed++) {
    const { counterexample } = fc.check(fc.property(Fuzz_string(), holds), { seed });
    found.add(counterexample?.[0] ?? "none");
  }
  return found;
}

test("a property that no string keeps has the counterexample of an empty string or of one letter", () => {
  expect(counterexamples(() => false)).toEqual(new Set(["", "a"]));
});

test("a property that only an empty string keeps has counterexamples of ordinary strings", () => {
  expect([...counterexamples((text) => text === "")].filter((text) => text.length > 1)).toEqual([]);
});

test("a property that only __proto__ violates has that counterexample", () => {
  expect(counterexamples((text) => text !== "__proto__")).toContain("__proto__");
});

test("100 strings contain one with a blank at an end, which a conversion that splits at blanks loses", () => {
  for (let seed = 0; seed < 50; seed++) {
    const lost = fc.sample(Fuzz_string(), { seed, numRuns: 100 }).filter((text) => / $|^ /.test(text));
    expect(lost.length).toBeGreaterThan(0);
  }
});
