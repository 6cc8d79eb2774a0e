import { findByPath, type JSONPath } from "@apimachinery/runtime";
import { expect, test } from "vitest";

const object = {
  name: "o",
  labels: { "example.com/a": "b" },
  list: [
    { name: "a", size: 1, on: true },
    { name: "b", size: 20 },
    { name: "c", size: 3, on: false },
  ],
};

test.each<readonly [path: JSONPath, found: readonly unknown[]]>([
  [[], [object]],
  [["labels", "example.com/a"], ["b"]],
  [["nope", "deeper"], []],
  [["toString"], []],
  [["list", "name"], []],
  [["list", 1, "name"], ["b"]],
  [["list", -1, "name"], ["c"]],
  [["list", 3], []],
  [
    ["list", { each: "child" }, "name"],
    ["a", "b", "c"],
  ],
  [["labels", { each: "child" }], ["b"]],
  [
    [{ each: "descendant" }, "name"],
    ["o", "a", "b", "c"],
  ],
  [
    ["list", { slice: [1, null, null] }, "name"],
    ["b", "c"],
  ],
  [
    ["list", { slice: [null, -1, null] }, "name"],
    ["a", "b"],
  ],
  [
    ["list", { slice: [0, 3, 2] }, "name"],
    ["a", "c"],
  ],
  [
    ["list", { anyOf: [2, 0] }, "name"],
    ["c", "a"],
  ],
  [[{ anyOf: ["name", "nope"] }], ["o"]],
  [
    ["list", { where: { path: ["on"] } }, "name"],
    ["a", "c"],
  ],
  [["list", { where: { path: ["on"], is: "==", value: true } }, "name"], ["a"]],
  [
    ["list", { where: { path: ["name"], is: "!=", value: "a" } }, "name"],
    ["b", "c"],
  ],
  [
    ["list", { where: { path: ["size"], is: ">", value: 1 } }, "name"],
    ["b", "c"],
  ],
  [
    ["list", { where: { path: ["size"], is: ">=", value: 3 } }, "name"],
    ["b", "c"],
  ],
  [["list", { where: { path: ["size"], is: "<", value: 3 } }, "name"], ["a"]],
  [
    ["list", { where: { path: ["name"], is: "<=", value: "b" } }, "name"],
    ["a", "b"],
  ],
  [["list", { where: { path: ["size"], is: "<", value: "3" } }, "name"], []],
  [["name", { where: { path: [] } }], []],
])("%j selects %j", (path, found) => {
  expect(findByPath(object, path)).toEqual(found);
});
