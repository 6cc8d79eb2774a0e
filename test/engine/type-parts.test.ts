import { expect, test } from "vitest";
import { declaredIn, heldBy, innermost } from "../../engine/model/type-parts.js";
import type { Type } from "../../engine/model/universe.js";

const part: Type = { kind: "ref", to: "v1#Part" };
const text: Type = { kind: "scalar", name: "string" };
const nested: Type = { kind: "map", value: { kind: "list", element: part } };

test("the innermost type of a list or map is the type of its elements", () => {
  expect(innermost(nested)).toBe(part);
  expect(innermost(text)).toBe(text);
});

test("the declared type of a nested type is found through lists, maps and Embedded", () => {
  expect(declaredIn(nested)).toBe("v1#Part");
  expect(declaredIn({ kind: "list", element: { kind: "embedded", of: "v1#Widget" } })).toBe("v1#Widget");
  expect(declaredIn({ kind: "tuple", elements: [part] })).toBeUndefined();
  expect(declaredIn(text)).toBeUndefined();
});

test("a list or map can be empty, and a tuple has all elements", () => {
  expect(heldBy({ kind: "tuple", elements: [part, text, { kind: "embedded", of: "v1#Widget" }] })).toEqual([
    "v1#Part",
    "v1#Widget",
  ]);
  expect(heldBy(nested)).toEqual([]);
});
