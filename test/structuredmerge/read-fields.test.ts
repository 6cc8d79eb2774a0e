import { FieldSet } from "@apimachinery/runtime/structuredmerge";
import type { FieldsV1 } from "@apimachinery/runtime";
import { expect, test, vi } from "vitest";

test.each<[string, FieldsV1]>([
  ["a number that is cut off", { "v:1e": {} }],
  ["a key without a colon", { spec: {} }],
  ["a field that is a number", { "f:spec": 1 }],
  ["fields below a field that are a list", { "f:spec": [] }],
])("wrong fields are converted to JSON at most twice: %s", (_, fields) => {
  const stringify = vi.spyOn(JSON, "stringify");
  expect(() => FieldSet.fromJSON(fields)).toThrow();
  expect(stringify.mock.calls.length).toBeLessThanOrEqual(2);
  stringify.mockRestore();
});
