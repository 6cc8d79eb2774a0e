import fc from "fast-check";
import { expect, test } from "vitest";
import { undo } from "../../runtime/preserve/changes.js";

type Item = Readonly<Record<string, unknown>>;

/**
 * Returns a recorded change of the item with this key: its property `found` had the value `was`.
 */
const entry = (key: unknown, was: string) => ({ key, change: { fields: { found: { was } } } });
const undone = (list: readonly unknown[], keyed: readonly unknown[]) => undo(list, { keyed });

test("the first entry with the key of an item is applied", () => {
  const keyed = [
    entry({ name: "a", port: 1 }, "both"),
    entry({ name: "a" }, "name"),
    entry({ name: "a" }, "later"),
    entry({ port: 2 }, "port"),
  ];
  const items = [{ name: "a" }, { name: "a", port: 1 }, { name: "a", port: 2 }, { name: "b", port: 2 }, { name: "b" }];
  expect(undone(items, keyed)).toEqual([
    { name: "a", found: "name" },
    { name: "a", port: 1, found: "both" },
    { name: "a", port: 2, found: "name" },
    { name: "b", port: 2, found: "port" },
    { name: "b" },
  ]);
});

test("malformed entries are ignored", () => {
  const keyed = [
    null,
    5,
    [],
    {},
    { key: 5 },
    { key: ["a"] },
    entry({ name: { a: 1 } }, "object"),
    entry({ toString: "x" }, "inherited"),
    entry({ name: "a" }, "good"),
  ];
  expect(undone([{ name: "a" }, { name: { a: 1 } }, null, "text"], keyed)).toEqual([
    { name: "a", found: "good" },
    { name: { a: 1 } },
    null,
    "text",
  ]);
  expect(undone([{ name: "a" }], [{ key: { name: "a" } }])).toEqual([{ name: "a" }]);
});

test("the index finds the same entries as a linear search", () => {
  const value = fc.oneof(
    fc.constantFrom<unknown>("a", "1", 1, -0, 0, true, null),
    fc.constant(null).map(() => ({})),
  );
  const object = fc.dictionary(fc.constantFrom("a", "b", "__proto__"), value, { maxKeys: 3 });
  fc.assert(
    fc.property(fc.array(object, { maxLength: 6 }), fc.array(object, { maxLength: 6 }), (items, keys) => {
      const keyed = keys.map((key, i) => entry(key, String(i)));
      const hasKey = (item: Item, key: Item) =>
        Object.entries(key).every(([name, one]) => Object.hasOwn(item, name) && Object.is(item[name], one));
      const expected = items.map((item) => keys.findIndex((key) => hasKey(item, key)));
      const found = undone(items, keyed) as readonly { found?: string }[];
      expect(found.map((item) => (item.found === undefined ? -1 : Number(item.found)))).toEqual(expected);
    }),
    { numRuns: 1000 },
  );
});
