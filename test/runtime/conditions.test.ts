import {
  type Condition,
  type ConditionToSet,
  field,
  isStatusConditionFalse,
  isStatusConditionTrue,
  removeStatusCondition,
  setStatusCondition,
  validateConditions,
} from "@apimachinery/runtime";
import { describe, expect, test } from "vitest";

const ready: Condition = {
  type: "Ready",
  status: "True",
  lastTransitionTime: "2024-01-01T00:00:00Z",
  reason: "Ok",
  message: "",
};
const later = "2024-02-02T00:00:00Z";

const now = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/) as string;

test("a new condition without a transition time, or with an empty one, gets the current time", () => {
  const timeless: ConditionToSet = { type: "Ready", status: "True", reason: "Ok", message: "" };
  for (const condition of [timeless, { ...timeless, lastTransitionTime: "" }]) {
    const conditions: Condition[] = [];
    expect(setStatusCondition(conditions, condition)).toBe(true);
    expect(conditions).toEqual([{ ...ready, lastTransitionTime: now }]);
  }
});

test("a changed status without a transition time gets the current time, and the same status keeps its time", () => {
  const conditions = [{ ...ready }];
  expect(setStatusCondition(conditions, { type: "Ready", status: "True", reason: "Still", message: "" })).toBe(true);
  expect(conditions).toEqual([{ ...ready, reason: "Still" }]);
  expect(setStatusCondition(conditions, { type: "Ready", status: "False", reason: "Still", message: "" })).toBe(true);
  expect(conditions).toEqual([{ ...ready, status: "False", reason: "Still", lastTransitionTime: now }]);
});

test("the transition time stays where the status does not change", () => {
  const conditions = [{ ...ready }];
  expect(setStatusCondition(conditions, { ...ready, lastTransitionTime: later })).toBe(false);
  expect(
    setStatusCondition(conditions, { ...ready, reason: "Still", observedGeneration: 2, lastTransitionTime: later }),
  ).toBe(true);
  expect(conditions).toEqual([{ ...ready, reason: "Still", observedGeneration: 2 }]);
  expect(setStatusCondition(conditions, { ...ready, reason: "Still" })).toBe(true);
  expect(conditions).toEqual([{ ...ready, reason: "Still" }]);
});

test("a changed status gets the new time", () => {
  const conditions = [{ ...ready }];
  expect(setStatusCondition(conditions, { ...ready, status: "False", lastTransitionTime: later })).toBe(true);
  expect(conditions).toEqual([{ ...ready, status: "False", lastTransitionTime: later }]);
  expect([
    isStatusConditionFalse(conditions, "Ready"),
    isStatusConditionTrue(conditions, "Ready"),
    isStatusConditionFalse(conditions, "Other"),
  ]).toEqual([true, false, false]);
});

test("remove", () => {
  const conditions = [{ ...ready }, { ...ready, type: "Other" }];
  expect([
    removeStatusCondition(conditions, "Ready"),
    removeStatusCondition(conditions, "Ready"),
    conditions.map(({ type }) => type),
  ]).toEqual([true, false, ["Other"]]);
});

/** Errors of Go's ValidateConditions in k8s.io/apimachinery v0.37.2. */
describe("validateConditions", () => {
  const errorsOf = (...conditions: readonly Condition[]): string =>
    field.aggregateText(validateConditions(conditions, field.newPath("status", "conditions")));

  test("valid conditions have no errors", () => {
    const other: Condition = { ...ready, type: "example.com/Hot", status: "Unknown", reason: "A_b:c,d" };
    expect(validateConditions([ready, other], field.newPath("conditions"))).toEqual([]);
  });

  test("an empty condition lacks every property but the message", () => {
    const empty = { type: "", status: "", lastTransitionTime: "", reason: "", message: "" };
    expect(errorsOf(empty as Condition)).toBe(
      "[status.conditions[0].type: Required value: is required, status.conditions[0].status: Required value, status.conditions[0].lastTransitionTime: Required value, status.conditions[0].reason: Required value]",
    );
  });

  test.each([
    [
      { type: "not valid" },
      "type: Invalid value: \"not valid\": name part must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for validation is '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]')",
    ],
    [{ status: "Maybe" }, 'status: Unsupported value: "Maybe": supported values: "False", "True", "Unknown"'],
    [{ observedGeneration: -1 }, "observedGeneration: Invalid value: -1: must be greater than or equal to zero"],
    [
      { reason: "not valid" },
      "reason: Invalid value: \"not valid\": a condition reason must start with alphabetic character, optionally followed by a string of alphanumeric characters or '_,:', and must end with an alphanumeric character or '_' (e.g. 'my_name',  or 'MY_NAME',  or 'MyName',  or 'ReasonA,ReasonB',  or 'ReasonA:ReasonB', regex used for validation is '[A-Za-z]([A-Za-z0-9_,:]*[A-Za-z0-9_])?')",
    ],
    [{ reason: "A".repeat(1025) }, "reason: Too long: may not be more than 1024 bytes"],
    [{ message: "é".repeat(16 * 1024 + 1) }, "message: Too long: may not be more than 32768 bytes"],
  ])("a wrong value is an error: %j", (wrong, expected) => {
    expect(errorsOf({ ...ready, ...wrong } as Condition)).toBe(`status.conditions[0].${expected}`);
  });

  test("a type occurs only once", () => {
    expect(errorsOf(ready, ready)).toBe('status.conditions[1]: Duplicate value: "Ready"');
  });
});
