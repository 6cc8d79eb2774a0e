import { rmSync } from "node:fs";
import { afterAll, describe, expect, test } from "vitest";
import { workFolder } from "../golden/cases.js";
import { errorsOf, importValidation, testRows } from "./validation-rows.js";

afterAll(() => {
  rmSync(`${workFolder}-values`, { recursive: true, force: true });
});

const collections = await importValidation("collections");
const withoutImpliedRules = await importValidation("lint-presence");

describe("lists and maps", () => {
  const part = (name: string, port?: number) => ({ name, ...(port === undefined ? {} : { port }) });
  const valid = {
    parts: [part("a", 1)],
    points: [{ x: 1 }],
    unchecked: [],
    byName: {},
    chain: ["a"],
  };
  const tooSmall = "Invalid value: 0: must be greater than or equal to 1";
  testRows(collections, "OrderSpec", valid, {}, [
    [
      "items have unique keys",
      { parts: [part("a", 1), part("a"), part("a", 1)] },
      undefined,
      ['parts[2]: Duplicate value: {"name":"a","port":1}'],
    ],
    [
      "after too many items, no other rule of the list is checked",
      { parts: [part("a", 0), part("a", 0), part("b"), part("c")] },
      undefined,
      ["[maxItems] parts: Too many: 4: must have at most 3 items"],
    ],
    ["rules of the items' type", { parts: [part("a", 0)] }, undefined, [`[minimum] parts[0].port: ${tooSmall}`]],
    [
      "an item with the same keys is the old one, wherever it is",
      { parts: [part("b", 0), part("a", 0)] },
      { parts: [part("a", 0)] },
      [`[minimum] parts[0].port: ${tooSmall}`],
    ],
    [
      "a set must not get a new item; after that, its items are not checked",
      { names: ["long1", "new2", "ok"] },
      { names: ["long1", "ok"] },
      ["[update] names[1]: Forbidden: item may not be added"],
    ],
    [
      "items that a set has had before stay, other items are checked",
      { names: ["long1", "long2"] },
      { names: ["long1", "long2"], noRules: 1 },
      [],
    ],
    [
      "items must not be removed",
      { names: [] },
      { names: ["a", "b"] },
      ["[update] names: Forbidden: item may not be removed", "[update] names: Forbidden: item may not be removed"],
    ],
    [
      "a set has no equal texts",
      { names: ["a", "b", "a", "a"] },
      undefined,
      ['names[2]: Duplicate value: "a"', 'names[3]: Duplicate value: "a"'],
    ],
    [
      "a set has no equal objects",
      { points: [{ x: 1 }, { x: 1 }, { x: 1, labels: { a: "b" } }] },
      undefined,
      ['points[1]: Duplicate value: {"x":1}'],
    ],
    [
      "an object with an empty map differs from one without the map, as in a cluster",
      { points: [{ x: 1 }, { x: 1, labels: {} }] },
      undefined,
      [],
    ],
    [
      "a list has too few items",
      { points: [] },
      undefined,
      ["[minItems] points: Too few: 0: must have at least 1 item"],
    ],
    ["hand-written code checks a list", { unchecked: [part("a"), part("a")] }, undefined, []],
    ["an empty optional map is unset", { labels: {} }, undefined, []],
    [
      "errors of keys are at the map, those of values at the key, in sorted order",
      { labels: { b: "?", "a?": "!" } },
      undefined,
      [
        expect.stringMatching(/^\[format=k8s-label-key\] labels: Invalid value: "a\?"/),
        expect.stringMatching(/^\[format=k8s-label-value\] labels\[a\?\]: Invalid value: "!"/),
        expect.stringMatching(/^\[format=k8s-label-value\] labels\[b\]: Invalid value: "\?"/),
      ],
    ],
    [
      "after too many entries, no entry is checked",
      { labels: { "a?": "!", b: "", c: "" } },
      undefined,
      ["[maxProperties] labels: Too many: 3: must have at most 2 items"],
    ],
    [
      "keys that the old map has, and values that have not changed, stay",
      { labels: { "a?": "!", b: "" } },
      { labels: { "a?": "!" } },
      [],
    ],
    [
      "a map must not be cleared",
      { labels: {} },
      { labels: { a: "b" } },
      ["[update] labels: Invalid value: null: field cannot be cleared once set"],
    ],
    [
      "the type of keys and of values has rules",
      { byName: { "A!": part("x", 0) } },
      undefined,
      [
        expect.stringMatching(/^\[format=k8s-short-name\] byName: Invalid value: "A!"/),
        `[minimum] byName[A!].port: ${tooSmall}`,
      ],
    ],
    [
      "the rules of a list's own type",
      { chain: [] },
      undefined,
      ["[minItems] chain: Too few: 0: must have at least 1 item"],
    ],
    [
      "the items of a list's own type",
      { chain: ["a", "a", "B"] },
      undefined,
      [
        'chain[1]: Duplicate value: "a"',
        expect.stringMatching(/^\[format=k8s-short-name\] chain\[2\]: Invalid value: "B"/),
      ],
    ],
  ]);

  test("an item is immutable, other items are not", () => {
    const old = { ...valid, parts: [part("main", 1), part("b", 1)] };
    const update = (parts: object[]) => errorsOf(collections, "OrderSpec", { ...valid, parts }, old, {});
    expect(update([part("b", 1), { ...part("main", 1), note: "new" }])).toEqual([
      "[update] parts[1]: Invalid value: null: field cannot be modified once set",
    ]);
    expect(update([part("c", 1)])).toEqual([]);
  });
});

test("an object without a list that its type requires has no errors of items", () => {
  const order = { own: 1, markedAlpha: "x", alwaysSet: { name: "a" } };
  const errors = (list: object) => errorsOf(withoutImpliedRules, "Order", { ...order, ...list }, undefined, {});
  expect(errors({})).toEqual([]);
  expect(errors({ ofItems: [{ name: "a" }, { name: "" }] })).toEqual(["ofItems[1].name: Required value"]);
});
