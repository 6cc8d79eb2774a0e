import { rmSync } from "node:fs";
import { afterAll, describe, expect, test } from "vitest";
import { workFolder } from "../golden/cases.js";
import { call, importGolden } from "./golden-module.js";

afterAll(() => {
  rmSync(`${workFolder}-values`, { recursive: true, force: true });
});

const shapes = await importGolden("deepcopy/shapes", "apis/shop/v1/zz_generated.deepcopy.ts");
const many = await importGolden("deepcopy/many-optional", "apis/shop/v1/zz_generated.deepcopy.ts");
const unions = await importGolden("deepcopy/union", "apis/shop/v1/zz_generated.deepcopy.ts");
const embedded = await importGolden("deepcopy/embedded", "apis/shop/v1/zz_generated.deepcopy.ts");

const line = { name: "line", count: 1, children: [{ name: "child" }], parent: { name: "parent", children: [] } };
const full = {
  count: 1,
  note: "n",
  price: "1",
  due: "",
  port: "http",
  image: "",
  tags: ["a"],
  labels: { a: "b" },
  line,
  lines: [line],
  linesByName: { one: line },
  grid: [[1], [2, 3], []],
  tagsByName: { a: ["b"] },
  labelsByName: { a: { b: "c" } },
  deep: { a: [[line], []] },
  labelList: [{ a: "b" }],
  pair: ["a", line],
  pairs: [["a", "b"]],
  "x-y": line,
  "a-b": ["c"],
  size: "small",
  names: ["n"],
  speed: "Fast",
  raw: { a: [{ b: null }] },
  raws: [{ a: 1 }],
  any: [1, { a: ["b"] }],
  anyByName: { a: { b: [null] } },
  fields: { "f:a": {} },
};
const required = Object.fromEntries(
  Object.entries(full).filter(
    ([key]) => !["note", "due", "port", "linesByName", "deep", "x-y", "any", "fields"].includes(key),
  ),
);

/**
 * Returns a text that shows every key and the order of the keys. The matcher `toEqual` is not
 * sufficient, because it ignores `__proto__`.
 */
const textOf = (value: unknown) => JSON.stringify(value);

function objectsIn(value: unknown, found = new Set<object>()): Set<object> {
  if (typeof value !== "object" || value === null) return found;
  found.add(value);
  for (const child of Object.values(value)) objectsIn(child, found);
  return found;
}

function mutate(value: unknown): void {
  if (typeof value !== "object" || value === null) return;
  Object.values(value).forEach(mutate);
  for (const key of Object.keys(value)) Reflect.deleteProperty(value, key);
  Reflect.set(value, "mutated", true);
}

describe("DeepCopy_", () => {
  test.each([
    ["every property", full],
    ["an object with required properties only", required],
  ])("the copy of %s is equal and shares nothing", (_name, input) => {
    const original = structuredClone(input);
    const copy = call(shapes, "DeepCopy_OrderSpec", original);
    expect(copy).toStrictEqual(input);
    const shared = [...objectsIn(copy)].filter((object) => objectsIn(original).has(object));
    expect(shared).toEqual([]);
    mutate(original);
    expect(copy).toStrictEqual(input);
  });

  test("absent and undefined properties are absent in the copy", () => {
    const copy = call<object>(shapes, "DeepCopy_Line", { name: "a", count: undefined, children: undefined });
    expect(Object.keys(copy)).toEqual(["name"]);
  });

  test("null is accepted as the value of an optional property", () => {
    const copy = call<object>(shapes, "DeepCopy_OrderSpec", {
      ...required,
      note: null,
      linesByName: null,
      "x-y": null,
      any: null,
    });
    expect(copy).toEqual({ ...required, note: null, any: null });
    expect(call<object>(many, "DeepCopy_Thirteen", { name: "a", required: [], list: null, part: null })).toEqual({
      name: "a",
      required: [],
      list: null,
      part: null,
    });
  });

  test("a __proto__ key is copied as data in every kind of map", () => {
    const input: unknown = JSON.parse(
      `{"linesByName":{"__proto__":{"name":"x","children":[]}},"labels":{"__proto__":"y"},"tagsByName":{"__proto__":["z"]},"labelsByName":{"__proto__":{"__proto__":"v"}},` +
        `"anyByName":{"__proto__":{"a":1}},"raw":{"__proto__":{"b":[2]}},"labelList":[{"__proto__":"w"}],"deep":{"__proto__":[[{"name":"u"}]]}}`,
    );
    const original = { ...full, ...(input as Partial<typeof full>) };
    const copy = call(shapes, "DeepCopy_OrderSpec", original);
    for (const key of Object.keys(input as object))
      expect(textOf(Reflect.get(copy, key))).toBe(textOf(Reflect.get(original, key)));
    expect([...objectsIn(copy)].filter((object) => objectsIn(original).has(object))).toEqual([]);
    expect(Object.getPrototypeOf(copy.linesByName)).toBe(Object.prototype);
  });

  test("a recursive type is copied at every level", () => {
    let tree: { name: string; parent?: object } = { name: "0" };
    for (let depth = 1; depth < 50; depth++) tree = { name: String(depth), parent: tree };
    expect(call(shapes, "DeepCopy_Line", tree)).toStrictEqual(tree);
  });

  test("a copy contains the present ones of many optional properties", () => {
    const input = { name: "a", required: ["b"], f3: "c", list: ["d"], part: { f1: "e", list: ["f"] } };
    const copy = call(many, "DeepCopy_Thirteen", input);
    expect(copy).toStrictEqual(input);
    expect([...objectsIn(copy)].filter((object) => objectsIn(input).has(object))).toEqual([]);
  });

  test("all members of a union are copied, unknown ones too", () => {
    const input = {
      shapes: [
        { type: "circle", radius: 1 },
        { type: "polygon", points: [{ x: 1, y: 2 }], holes: [{ type: "star", spikes: [5] }] },
      ],
    };
    const copy = call(unions, "DeepCopy_Drawing", input);
    expect(copy).toStrictEqual(input);
    expect([...objectsIn(copy)].filter((object) => objectsIn(input).has(object))).toEqual([]);
  });

  test("an embedded object is copied with the type metadata that it has", () => {
    const input = { templates: [{ names: ["a"] }, { kind: "Claim", names: [] }], special: { names: ["b"] } };
    expect(call(embedded, "DeepCopy_ClaimSet", input)).toStrictEqual(input);
  });
});
