import { unstructuredProblem } from "../../apiserver/endpoints/patch/unstructured-problem.js";
import type { JSONValue, ValueShape } from "@apimachinery/runtime";
import { expect, test } from "vitest";

test.each<[JSONValue, ValueShape, string | undefined]>([
  [5, { type: "ref", to: () => ({ name: "v1.Mode", value: { type: "string" } }) }, "cannot convert int64 to v1.Mode"],
  [true, { type: "ref", to: () => ({ name: "v1.Mode", value: { type: "string" } }) }, "unrecognized type: string"],
  [5, { type: "bytes" }, "cannot restore slice from int64"],
  [5, { type: "boolean" }, "unrecognized type: bool"],
  [null, { type: "int32" }, undefined],
  [5, { type: "Time" }, undefined],
  [{ a: [5] }, { type: "any" }, undefined],
])("the error of Go's converter for %j with the shape %j is %s", (value, shape, why) => {
  expect(unstructuredProblem({ value }, { name: "v1.Spec", fields: { other: { type: "string" }, value: shape } })).toBe(
    why,
  );
});
