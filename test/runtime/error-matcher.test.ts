import { field } from "@apimachinery/runtime";
import { describe, expect, test } from "vitest";

/** Rows of Go's error_matcher_test.go (apimachinery, util/validation/field). */

const { ErrorMatcher, newPath } = field;
const any = new ErrorMatcher();
const base: field.FieldError = {
  type: "FieldValueInvalid",
  field: "field",
  badValue: "value",
  detail: "detail",
  origin: "origin",
};
const empty: field.FieldError = { type: "InternalError", field: "", badValue: null, detail: "" };
const rules = [
  { pattern: /f\[(\d+)\]\.a/, replacement: "f[$1].x.a" },
  { pattern: /f\[(\d+)\]\.b/, replacement: "f[$1].x.b" },
];
const normalizing = any.byFieldNormalized(rules);
const long = "this is the detail";

type Row = readonly [row: string, field.ErrorMatcher, Partial<field.FieldError>, Partial<field.FieldError>, boolean];
const rows: readonly Row[] = [
  ["ByType: match", any.byType(), {}, { type: "FieldValueInvalid" }, true],
  ["ByType: no match", any.byType(), {}, { type: "FieldValueRequired" }, false],
  ["ByField: match", any.byField(), {}, { field: "field" }, true],
  ["ByField: no match", any.byField(), {}, { field: "other" }, false],
  ["ByFieldNormalized: older API to latest", normalizing, { field: "f[0].x.a" }, { field: "f[0].a" }, true],
  ["ByFieldNormalized: both latest format", normalizing, { field: "f[0].x.a" }, { field: "f[0].x.a" }, true],
  ["ByFieldNormalized: different index", normalizing, { field: "f[0].x.a" }, { field: "f[1].a" }, false],
  ["ByFieldNormalized: multiple patterns", normalizing, { field: "f[2].x.b" }, { field: "f[2].b" }, true],
  ["ByFieldNormalized: no rule applies", normalizing, { field: "other.field" }, { field: "other.field" }, true],
  ["ByFieldNormalized: the expected path is left", normalizing, { field: "f[0].a" }, { field: "f[0].x.a" }, false],
  ["ByValue: match", any.byValue(), {}, { badValue: "value" }, true],
  ["ByValue: no match", any.byValue(), {}, { badValue: "other" }, false],
  ["ByValue: lists", any.byValue(), { badValue: [{ a: 1 }] }, { badValue: [{ a: 1 }] }, true],
  ["ByValue: a number and its text", any.byValue(), { badValue: 1 }, { badValue: "1" }, false],
  ["ByOrigin: match", any.byOrigin(), {}, { origin: "origin" }, true],
  ["ByOrigin: no match", any.byOrigin(), {}, { origin: "other" }, false],
  ["ByDetailExact: match", any.byDetailExact(), {}, { detail: "detail" }, true],
  ["ByDetailExact: no match", any.byDetailExact(), {}, { detail: "other" }, false],
  ["ByDetailSubstring: match empty", any.byDetailSubstring(), { detail: "" }, { detail: long }, true],
  ["ByDetailSubstring: match full", any.byDetailSubstring(), { detail: long }, { detail: long }, true],
  ["ByDetailSubstring: match start", any.byDetailSubstring(), { detail: "this is" }, { detail: long }, true],
  ["ByDetailSubstring: match middle", any.byDetailSubstring(), { detail: "is the" }, { detail: long }, true],
  ["ByDetailSubstring: match end", any.byDetailSubstring(), { detail: "the detail" }, { detail: long }, true],
  ["ByDetailSubstring: no match", any.byDetailSubstring(), { detail: "is not the" }, { detail: long }, false],
  ["ByDetailRegexp: match empty", any.byDetailRegexp(), { detail: ".*" }, { detail: long }, true],
  ["ByDetailRegexp: match full", any.byDetailRegexp(), { detail: `^${long}$` }, { detail: long }, true],
  ["ByDetailRegexp: match start", any.byDetailRegexp(), { detail: "^this is" }, { detail: long }, true],
  ["ByDetailRegexp: match middle", any.byDetailRegexp(), { detail: "is the" }, { detail: long }, true],
  ["ByDetailRegexp: match end", any.byDetailRegexp(), { detail: "the detail$" }, { detail: long }, true],
  ["ByDetailRegexp: match parts", any.byDetailRegexp(), { detail: "^this .* .* detail$" }, { detail: long }, true],
  ["ByDetailRegexp: no match", any.byDetailRegexp(), { detail: "is not the" }, { detail: long }, false],
  ["Exactly: match", any.exactly(), {}, base, true],
  ["Exactly: no match (type)", any.exactly(), {}, { ...base, type: "FieldValueRequired" }, false],
  [
    "RequireOriginWhenInvalid: match",
    any.byOrigin().requireOriginWhenInvalid(),
    {},
    { type: "FieldValueInvalid", origin: "origin" },
    true,
  ],
  [
    "RequireOriginWhenInvalid: no match (missing origin)",
    any.byOrigin().requireOriginWhenInvalid(),
    { origin: "" },
    { type: "FieldValueInvalid" },
    false,
  ],
];

test.each(rows)("Matches: %s", (_row, matcher, want, got, matches) => {
  expect(matcher.matches({ ...base, ...want }, { ...empty, ...got })).toBe(matches);
});

const invalid = (path: field.Path, value: unknown = null, detail = "") => field.invalid(path, value, detail);
const withO = (error: field.FieldError) => field.withOrigin(error, "o");
const [f, f1, f2] = [newPath("f"), newPath("f1"), newPath("f2")];
const byOrigin = any.byField().byOrigin();

describe("Test", () => {
  test.each<[string, field.ErrorMatcher, field.ErrorList, field.ErrorList, string[]]>([
    ["no origin: perfect match", any.byField(), [invalid(f)], [invalid(f, "v", "d")], []],
    ["no origin: got too few errors", any.byField(), [invalid(f)], [], ["expected an error matching:"]],
    ["no origin: got too many errors", any.byField(), [], [invalid(f, "v", "d")], ["unmatched error:"]],
    [
      "no origin: got wrong errors",
      any.byField(),
      [invalid(f1)],
      [invalid(f2, "v", "d")],
      ["expected an error matching:", "unmatched error:"],
    ],
    [
      "with normalization: multiple",
      normalizing,
      [invalid(f.index(0).child("x", "a")), invalid(f.index(1).child("x", "b"))],
      [invalid(f.index(0).child("a"), "v1", "d1"), invalid(f.index(1).child("b"), "v2", "d2")],
      [],
    ],
    [
      "with normalization: no match",
      normalizing,
      [invalid(f.index(0).child("x", "a"))],
      [invalid(f.index(1).child("a"), "v", "d")],
      ["expected an error matching:", "unmatched error:"],
    ],
    ["with origin: single match", byOrigin, [withO(invalid(f))], [withO(invalid(f, "v", "d"))], []],
    [
      "with origin: multiple matches, different details",
      byOrigin,
      [withO(invalid(f1)), withO(invalid(f2))],
      ["d1", "d2"].flatMap((detail) => [withO(invalid(f1, "v", detail)), withO(invalid(f2, "v", detail))]),
      [],
    ],
    [
      "with origin: multiple matches, same exact error",
      byOrigin,
      [withO(invalid(f1)), withO(invalid(f2))],
      [f1, f1, f2, f2].map((path) => withO(invalid(path, "v", "d"))),
      ["exact duplicate error:", "exact duplicate error:"],
    ],
    [
      "without origin: an expected error matches one found error",
      any.byField(),
      [invalid(f)],
      [invalid(f, "v"), invalid(f, "w")],
      ["unmatched error:"],
    ],
  ])("%s", (_row, matcher, want, got, heads) => {
    const differences = matcher.differences(want, got);
    expect(differences.map((text) => text.split("\n", 1)[0])).toEqual(heads);
    const run = () => {
      matcher.test(want, got);
    };
    if (heads.length === 0) expect(run).not.toThrow();
    else expect(run).toThrow(differences.join("\n"));
  });
});

const field0 = newPath("field");
const byAll = any.byType().byField().byValue().byOrigin().byDetailExact();
test.each<[string, field.ErrorMatcher, field.FieldError, string]>([
  ["empty matcher", any, invalid(field0, "value", "detail"), "{}"],
  ["type", any.byType(), invalid(field0, "value", "detail"), '{Type="Invalid value"}'],
  ["value with string", any.byValue(), invalid(field0, "string_value", "detail"), '{Value="string_value"}'],
  ["value with nil", any.byValue(), invalid(field0, null, "detail"), "{Value=<nil>}"],
  ["value of a map", any.byValue(), invalid(field0, { b: [1, 2], a: "x" }), "{Value=map[a:x b:[1 2]]}"],
  ["value that is not printed", any.byValue(), field.tooLong(field0, 3), "{Value=<omitted>}"],
  ["value of an internal error", any.byValue(), field.internalError(field0, new Error("boom")), "{Value=boom}"],
  [
    "all fields",
    byAll,
    field.withOrigin(invalid(field0, "value", "detail"), "origin"),
    '{Type="Invalid value", Field="field", Value="value", Origin="origin", Detail="detail"}',
  ],
  ["normalized", normalizing, invalid(f.index(0).child("a")), '{Field="f[0].x.a" (aka "f[0].a")}'],
  ["no normalization", normalizing, invalid(newPath("other", "field")), '{Field="other.field"}'],
  ["already normalized", normalizing, invalid(f.index(0).child("x", "a")), '{Field="f[0].x.a"}'],
  [
    "requireOriginWhenInvalid with origin",
    any.byOrigin().requireOriginWhenInvalid(),
    field.withOrigin(invalid(field0), "origin"),
    '{Origin="origin"}',
  ],
  [
    "different error types",
    any.byType().byValue(),
    field.required(field0, "detail"),
    '{Type="Required value", Value=""}',
  ],
])("Render: %s", (_row, matcher, error, text) => {
  expect(matcher.render(error)).toBe(text);
});
