import {
  type Condition,
  type ConditionToSet,
  isStatusConditionFalse,
  isStatusConditionTrue,
  removeStatusCondition,
  setStatusCondition,
} from "@apimachinery/runtime";
import { expect, test } from "vitest";

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
