import { rmSync } from "node:fs";
import { afterAll, describe, expect, test } from "vitest";
import { workFolder } from "../golden/cases.js";
import { call, importGolden } from "./golden-module.js";

afterAll(() => {
  rmSync(`${workFolder}-values`, { recursive: true, force: true });
});

const file = "apis/shop/v1/zz_generated.defaults.ts";
const literals = await importGolden("defaults/literals", file);
const typeLevel = await importGolden("defaults/type-level", file);
const functions = await importGolden("defaults/functions", file);
const maps = await importGolden("defaults/maps", file);
const refs = await importGolden("defaults/refs", file);
const recursion = await importGolden("defaults/recursion", file);

/** Returns the object that decoding creates from an empty object. */
const zero = {
  text: "",
  int: 0,
  float: 0,
  speed: "",
  level: 0,
  price: "0",
  wait: "0s",
  image: "",
  share: 0,
  list: [],
  map: {},
  requiredAny: null,
  struct: { s: "", i: 0 },
  emptyText: "",
  zero: 0,
  emptyList: [],
  emptyMap: {},
};

/**
 * Returns a deep copy of a value. If the value contains the same object twice, the copy contains
 * two different objects.
 */
function fresh<T>(value: T): T {
  return JSON.parse(JSON.stringify(value)) as T;
}

function defaulted<T extends object>(module: typeof literals, kind: string, value: T): T {
  const object = fresh(value);
  call(module, `SetObjectDefaults_${kind}`, object);
  const again = fresh(object);
  call(module, `SetObjectDefaults_${kind}`, again);
  expect(again, "a second defaulting changes nothing").toStrictEqual(object);
  return object;
}

describe("+default", () => {
  test("defaults replace absent optional values and zero required values", () => {
    const { spec } = defaulted(literals, "Order", { spec: zero });
    expect(spec).toStrictEqual({
      text: "bar",
      optionalText: "bar",
      omittedText: "bar",
      int: 1,
      optionalInt: 64,
      float: 0.5,
      flag: true,
      optionalFalse: false,
      speed: "Fast",
      optionalSpeed: "Fast",
      omittedSpeed: "Fast",
      level: 2,
      price: "100m",
      wait: "1m30s",
      image: "aGVsbG8=",
      share: "25%",
      port: 8080,
      list: ["a", "b"],
      optionalList: ["a", "b"],
      omittedList: ["a", "b"],
      map: JSON.parse(`{"a":"b","__proto__":"c"}`) as unknown,
      optionalMap: { a: "b" },
      omittedMap: { a: "b" },
      pair: ["a", 1],
      any: { any: [1, { x: null }] },
      requiredAny: [1],
      part: { s: "foo", i: 5, speed: "Slow" },
      parts: [
        { s: "foo1", i: 1, speed: "Slow" },
        { s: "foo2", i: 1, speed: "Slow" },
      ],
      partsByName: { foo: { s: "string", i: 1, speed: "Slow" } },
      struct: { s: "", i: 1, speed: "Slow" },
      emptyText: "",
      zero: 0,
      emptyList: [],
      emptyMap: {},
      filled: { name: "", count: 0, labels: {}, inner: { on: false }, part: { s: "", i: 1, speed: "Slow" } },
    });
    expect(Object.keys(Reflect.get(spec, "map"))).toEqual(["a", "__proto__"]);
  });

  test("an explicit zero of an optional property stays, except with +omitzero", () => {
    const explicit = { optionalText: "", flag: false, optionalInt: 0, optionalList: [], optionalMap: {} };
    const omitted = { omittedText: "", omittedSpeed: "", omittedList: [], omittedMap: {} };
    const { spec } = defaulted(literals, "Order", { spec: { ...zero, ...explicit, ...omitted } });
    expect(spec).toMatchObject({
      ...explicit,
      omittedText: "bar",
      omittedSpeed: "Fast",
      omittedList: ["a", "b"],
      omittedMap: { a: "b" },
    });
  });

  test("values that are set stay", () => {
    const set = {
      text: "changed",
      int: 7,
      speed: "Slow",
      list: ["c"],
      map: { c: "d" },
      price: "1",
      part: { s: "", i: 2 },
    };
    expect(defaulted(literals, "Order", { spec: { ...zero, ...set } }).spec).toMatchObject(set);
  });

  test("every object gets its own copy of a default", () => {
    const [a, b] = [defaulted(literals, "Order", { spec: zero }), defaulted(literals, "Order", { spec: zero })];
    expect(Reflect.get(a.spec, "optionalList")).not.toBe(Reflect.get(b.spec, "optionalList"));
    const [c, d] = [
      defaulted(refs, "Order", { wide: "", names: [] }),
      defaulted(refs, "Order", { wide: "", names: [] }),
    ];
    expect(c.names).toEqual(["a", "b"]);
    expect(c.names).not.toBe(d.names);
    expect(Reflect.get(c, "part")).not.toBe(Reflect.get(d, "part"));
  });

  test("constants are defaults, also constants of other folders", () => {
    const object = defaulted(refs, "Order", { wide: "", count: 0, computed: 0, names: ["c"], nothing: 0 });
    expect(object).toEqual({
      mode: "Fast",
      wide: "Slow",
      theirs: "Slow",
      count: 7,
      computed: 42,
      part: { names: ["a"] },
      names: ["c"],
      nothing: 0,
    });
  });

  test("the default of a type applies to optional properties, items and map values without a default", () => {
    const spec = {
      item: "",
      requiredItems: ["", "x"],
      grid: [["", "y"]],
      wipedItems: [""],
      fruitsByName: { a: null, b: { name: "n", count: 0 } },
    };
    expect(defaulted(typeLevel, "Order", { spec }).spec).toStrictEqual({
      item: "",
      requiredItems: ["apple", "x"],
      grid: [["apple", "y"]],
      wipedItems: [""],
      fruitsByName: { a: { name: "pear", count: 1 }, b: { name: "n", count: 1 } },
      optionalItem: "apple",
      omittedItem: "apple",
      overridden: "banana",
      items: ["foo", "bar"],
      itemsByName: { foo: "bar" },
      fruit: { name: "pear", count: 1 },
    });
    const given = {
      ...spec,
      items: [null, "bar"],
      itemsByName: JSON.parse(`{"foo":null,"bar":"banana","__proto__":""}`) as object,
    };
    const { spec: done } = defaulted(typeLevel, "Order", { spec: given });
    expect(done.items).toEqual(["apple", "bar"]);
    expect(JSON.stringify(done.itemsByName)).toBe(`{"foo":"apple","bar":"banana","__proto__":"apple"}`);
  });
});

describe("SetDefaults_", () => {
  const part = { name: "" };
  const spec = {
    s1: "",
    s2: "",
    parts: [part],
    partsByName: {},
    lists: [[part]],
    pair: [part, ""],
    covered: { part, note: "" },
  };

  test("hand-written functions run before markers: base, additional, children", () => {
    const order = defaulted(functions, "Order", { spec: { ...spec, part, labels: {}, whole: { part } } });
    expect(order).toEqual({
      note: "function",
      spec: {
        s1: "function",
        s2: "marker",
        part: { name: "part" },
        parts: [{ name: "part" }],
        partsByName: {},
        lists: [[{ name: "part" }]],
        pair: [{ name: "part" }, ""],
        labels: { seen: "yes" },
        covered: { part: { name: "" }, note: "covered" },
        whole: { part: { name: "whole" } },
      },
    });
  });

  test("hand-written functions run for list items", () => {
    expect(defaulted(functions, "OrderList", { items: [{ spec }] }).items[0]).toMatchObject({
      note: "function",
      spec: { s2: "marker" },
    });
  });
});

test("the values of maps get defaults, including the value of a __proto__ key", () => {
  const parts = JSON.parse(`{"a":{"name":""},"__proto__":{"name":""}}`) as object;
  const object = defaulted(maps, "Order", { parts, nested: { a: { b: [{ name: "" }] } } });
  expect(JSON.stringify(object)).toBe(
    `{"parts":{"a":{"name":"x"},"__proto__":{"name":"x"}},"nested":{"a":{"b":[{"name":"x"}]}}}`,
  );
});

test("every level of a recursive type gets defaults", () => {
  const { top } = defaulted(recursion, "Tree", {
    top: { name: "", children: [{ name: "", next: { name: "" } }], other: { node: { name: "" } } },
  });
  expect(top).toEqual({
    name: "leaf",
    children: [{ name: "leaf", next: { name: "leaf" } }],
    other: { node: { name: "leaf" } },
  });
});
