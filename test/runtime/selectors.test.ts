import { fields, type LabelSelector, labels } from "@apimachinery/runtime";
import { describe, expect, test } from "vitest";

import { outcome, vectors } from "./vectors.js";

type SelectorRow<I> = [input: I, text: string | null, error: string | null, matches: boolean[] | null];

const rows = vectors("selectors") as {
  labels: SelectorRow<string>[];
  labelSelector: SelectorRow<LabelSelector | null>[];
  fields: SelectorRow<string>[];
};

/**
 * Sets of labels to which each selector is applied. The last column of the vectors contains one
 * result for each set.
 */
const labelSets: Record<string, string>[] = [
  {},
  { a: "b" },
  { a: "5" },
  { a: "", b: "c" },
  { "x.com/a": "v1", b: "d" },
];
const fieldSets: Record<string, string>[] = [
  {},
  { a: "b" },
  { "metadata.name": "x", a: "" },
  { a: "b,c" },
  { a: "b=c" },
  { a: "\\" },
];

function row<S>(
  make: () => S,
  text: (selector: S) => string,
  matches: (selector: S, set: Record<string, string>) => boolean,
  sets: Record<string, string>[],
) {
  const [selector, error] = outcome(make);
  return selector === null ? [null, error, null] : [text(selector), null, sets.map((set) => matches(selector, set))];
}

describe("selectors as Go reads, prints and applies them", () => {
  test("labels", () => {
    expect(
      rows.labels.map(([text]) => [
        text,
        ...row(() => labels.parse(text), labels.selectorText, labels.matches, labelSets),
      ]),
    ).toEqual(rows.labels);
  });

  test("LabelSelector", () => {
    const ours = rows.labelSelector.map(([selector]) => [
      selector,
      ...row(
        () => labels.labelSelectorAsSelector(selector ?? undefined),
        labels.selectorText,
        labels.matches,
        labelSets,
      ),
    ]);
    expect(ours).toEqual(rows.labelSelector);
  });

  test("fields", () => {
    expect(
      rows.fields.map(([text]) => [
        text,
        ...row(() => fields.parse(text), fields.selectorText, fields.matches, fieldSets),
      ]),
    ).toEqual(rows.fields);
  });

  test("exact matches", () => {
    expect(
      ["a=b", "a in (b)", "a in (b,c)", "a!=b", "b=a"].map((text) =>
        labels.requiresExactMatch(labels.parse(text), "a"),
      ),
    ).toEqual(["b", "b", undefined, undefined, undefined]);
    expect(["a=b", "a!=b", "b=a"].map((text) => fields.requiresExactMatch(fields.parse(text), "a"))).toEqual([
      "b",
      undefined,
      undefined,
    ]);
    expect(labels.selectorText(labels.selectorFromSet({ b: "2", a: "1" }))).toBe("a=1,b=2");
    expect(labels.matches(labels.parse("!constructor,!toString"), undefined)).toBe(true);
  });
});

test("long lists of values behave like short ones", () => {
  const values = Array.from({ length: 50 }, (_, index) => `v${index}`);
  const of = (operator: string) => labels.parse(`a ${operator} (${values.join(",")})`);
  const sets: Record<string, string>[] = [{ a: "v0" }, { a: "v49" }, { a: "w" }, {}];
  expect(sets.map((set) => [labels.matches(of("in"), set), labels.matches(of("notin"), set)])).toEqual([
    [true, false],
    [true, false],
    [false, true],
    [false, true],
  ]);
});

describe("repeated requirements", () => {
  const times = (text: string, count: number) => Array.from({ length: count }, () => text).join(",");

  test("are merged", () => {
    expect(labels.parse(times("!a", 10_000)).requirements).toEqual([{ key: "a", operator: "!", values: [] }]);
    expect(labels.selectorText(labels.parse("b in (y,x),a,b in (x,y),a"))).toBe("a,b in (x,y)");
    expect(fields.parse(times("a!=b", 10_000))).toEqual([{ field: "a", operator: "!=", value: "b" }]);
  });

  test("with another operator or value are kept", () => {
    expect(labels.selectorText(labels.parse("a=b,a!=b,a=c,a"))).toBe("a=b,a!=b,a=c,a");
    expect(fields.selectorText(fields.parse("a=b,a!=b,a=c"))).toBe("a!=b,a=b,a=c");
  });
});
