import { rmSync } from "node:fs";
import { afterAll, describe, expect, test } from "vitest";
import { workFolder } from "../golden/cases.js";
import { errorsOf, importValidation } from "./validation-rows.js";

afterAll(() => {
  rmSync(`${workFolder}-values`, { recursive: true, force: true });
});

const custom = await importValidation("custom");
const metadata = await importValidation("metadata");
const others = await importValidation("other-packages");

describe("hand-written functions, cohorts, bases and recursion", () => {
  test("cohorts run after the other rules, and a short circuit stops its own cohort", () => {
    const spec = { name: "", text: "t", next: { name: "x", text: "u" } };
    expect(errorsOf(custom, "OrderSpec", spec, undefined, {})).toEqual([
      '[validateFalse] <nil>: Invalid value: {"name":"","text":"t","next":{"name":"x","text":"u"}}: forced failure: named',
      "name: Required value",
      '[validateFalse] text: Invalid value: "t": forced failure: text',
      '[validateFalse] text: Invalid value: "t": forced failure: first',
      '[validateFalse] next: Invalid value: {"name":"x","text":"u"}: forced failure: named',
      '[validateFalse] next.text: Invalid value: "u": forced failure: text',
      '[validateFalse] next.text: Invalid value: "u": forced failure: first',
    ]);
  });

  test("the rules of a base are checked if one of its properties has changed", () => {
    const old = { name: "", text: "t" };
    expect(errorsOf(custom, "OrderSpec", { ...old, count: 1 }, old, {})).toEqual([]);
    expect(errorsOf(custom, "OrderSpec", { ...old, name: "x" }, old, {})).toEqual([
      '[validateFalse] <nil>: Invalid value: {"name":"x","text":"t"}: forced failure: named',
    ]);
  });

  test("a recursive value is validated at every level", () => {
    let spec: object = { name: "", text: "" };
    for (let depth = 0; depth < 500; depth++) spec = { name: "", text: "", next: spec };
    expect(errorsOf(custom, "OrderSpec", spec, undefined, {})).toHaveLength(501 * 4);
  });

  test("the name and labels of an object can have rules", () => {
    const errors = (meta: object) => errorsOf(metadata, "Order", { metadata: meta }, undefined, {});
    expect(errors({})).toEqual([]);
    expect(errors({ name: "" })).toEqual([]);
    expect(errors({ name: "a.b", labels: { a: "", b: "" } })).toEqual([
      '[format=k8s-short-name] metadata.name: Invalid value: "a.b": must not contain dots',
      "[maxProperties] metadata.labels: Too many: 2: must have at most 1 item",
    ]);
    const owner = { apiVersion: "v1", kind: "A", name: "a", uid: "1" };
    expect(errors({ ownerReferences: [owner, { ...owner, name: "b" }] })).toEqual([
      'metadata.ownerReferences[1]: Duplicate value: {"apiVersion":"v1","kind":"A","name":"b","uid":"1"}',
    ]);
  });

  test("types of other packages are validated by the functions of their package", () => {
    const order = { metadata: {}, part: { name: "" }, parts: [{ name: "" }], noRules: { name: "" } };
    expect(errorsOf(others, "Order", order, undefined, {})).toEqual([
      "part.name: Required value",
      "parts[0].name: Required value",
    ]);
  });
});
