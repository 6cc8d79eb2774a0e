import { rmSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { mapValues } from "../../runtime/json/values.js";
import type { ConversionScope } from "../../runtime/scheme/conversion-scope.js";
import type { Schema } from "../../runtime/schema/schema.js";
import { Scheme } from "../../runtime/scheme/scheme.js";
import { generate, goldenCases, workFolder } from "../golden/cases.js";

type Value = Record<string, unknown>;
type Converters = Record<string, (input: unknown, scope: ConversionScope, manual?: Value) => Value>;
const scope: ConversionScope = {
  convert: () => {
    throw new Error("unexpected call");
  },
};
const cases = ["shapes", "swapped", "hand-written", "union", "rename", "unmentioned"].map(
  (name) => `conversion/${name}`,
);

beforeAll(async () => {
  for (const golden of goldenCases().filter(({ name }) => cases.includes(name))) await generate(golden);
});
afterAll(() => {
  rmSync(workFolder, { recursive: true, force: true });
});

async function generated(name: string, folder: string): Promise<Converters> {
  return (await import(join(workFolder, `conversion/${name}`, folder, "zz_generated.conversion.ts"))) as Converters;
}

/** Calls a generated function of the golden case. */
function call(conversions: Converters, name: string, input: unknown, manual?: Value): Value {
  const convert = conversions[name];
  if (convert === undefined) throw new Error(`no ${name}`);
  return manual === undefined ? convert(input, scope) : convert(input, scope, manual);
}

describe("an object of the golden case conversion/shapes", () => {
  const line = { name: "a", count: 1, children: [{ name: "b", count: 2, children: [] }] };
  const full = {
    apiVersion: "shop.example.com/v1",
    kind: "Order",
    metadata: { name: "o" },
    spec: {
      note: "n",
      count: 3,
      urgent: true,
      price: "5",
      due: "2024-01-01T00:00:00Z",
      tags: ["t"],
      labels: { l: "v" },
      place: { street: "s", geo: { lat: 1, lon: 2 } },
      comment: "c",
      gift: { street: "g" },
      speed: "Express",
      color: "red",
      size: "small",
      lines: [line],
      byName: { ["__proto__"]: line, x: line },
      nested: { n: [line] },
      range: [1, line],
      counts: [1, 2],
      weights: { w: 0.5 },
      speeds: ["Fast", "Slow"],
      any: [{ deep: null }],
      raw: { kind: "X" },
      port: "http",
    },
    status: { phase: "p" },
  };

  test("survives a round trip through the hub, without keys that are undefined", async () => {
    const conversions = await generated("shapes", "apis/shop/v1");
    const inner = { kind: "kept", metadata: {}, spec: full.spec, status: { phase: "" } };
    const order = structuredClone({ ...full, spec: { ...full.spec, templates: [inner] } });
    const hub = call(conversions, "Convert_v1_Order_To_shop_Order", order);
    expect(hub["apiVersion"]).toBe("shop.example.com/__internal");
    const back = call(conversions, "Convert_shop_Order_To_v1_Order", hub);
    expect(back).toStrictEqual(order);
  });

  test("becomes a new object that shares identical values and copies the others", async () => {
    const conversions = await generated("shapes", "apis/shop/v1");
    const { spec } = full;
    const out = call(conversions, "Convert_v1_OrderSpec_To_shop_OrderSpec", spec);
    for (const shared of ["place", "gift", "tags", "labels", "counts", "weights", "any", "raw"] as const)
      expect(out[shared], shared).toBe(spec[shared]);
    for (const copied of ["lines", "byName", "nested", "range", "speeds"] as const)
      expect(out[copied], copied).not.toBe(spec[copied]);
    expect(Object.keys(out["byName"] as Value)).toEqual(["__proto__", "x"]);
  });

  test("gets zeros for absent values, and loses zeros only through +omitzero", async () => {
    const conversions = await generated("shapes", "apis/shop/v1");
    const { lines, nested, range, counts, weights, speeds, any, raw } = full.spec;
    const least = { speed: "Fast", color: "red", lines, nested, range, counts, weights, speeds, any, raw };
    const hub = call(conversions, "Convert_v1_OrderSpec_To_shop_OrderSpec", least);
    expect(hub).toMatchObject({
      note: "",
      count: 0,
      urgent: false,
      price: "0",
      due: "",
      tags: [],
      labels: {},
      place: { street: "" },
      size: "",
      byName: {},
    });
    expect(Object.keys(hub)).not.toContain("comment");
    const back = call(conversions, "Convert_shop_OrderSpec_To_v1_OrderSpec", hub);
    expect(back).toStrictEqual({ ...least, note: "", due: "", byName: {} });
  });

  test("is converted by a scheme after RegisterConversions", async () => {
    const conversions = await generated("shapes", "apis/shop/v1");
    const line = async (folder: string) =>
      (
        (await import(join(workFolder, "conversion/shapes/apis/shop", folder, "zz_generated.schema.ts"))) as {
          LineSchema: Schema<Value>;
        }
      ).LineSchema;
    const scheme = new Scheme();
    call(conversions, "RegisterConversions", scheme);
    expect(scheme.convert({ count: 1, children: [] }, await line("v1"), await line("."))).toEqual({
      name: "",
      count: 1,
      children: [],
    });
  });
});

test("fields of the same type are not mixed up", async () => {
  const conversions = await generated("swapped", "apis/g/v1");
  const inner = { second: "2", first: "1" };
  expect(call(conversions, "Convert_v1_Outer_To_g_Outer", { inner })).toEqual({ inner });
  const pair = { pair: { a: { x: "x", y: "y" }, b: { x: "", y: "" } } };
  const hub = call(conversions, "Convert_v1_Pair_To_g_Pair", pair);
  expect(hub).toEqual({ pair: { a: { x: "y", y: "x" }, b: { x: "", y: "" } } });
  expect(call(conversions, "Convert_g_Pair_To_v1_Pair", hub)).toEqual(pair);
});

test("a hand-written function converts fields, items, map values and optional values, which are not shared", async () => {
  const conversions = await generated("hand-written", "apis/menu/v1");
  const plate = { size: "XL" };
  const spec = {
    cost: "1",
    extra: "2",
    costs: ["3"],
    costByName: { four: "4" },
    dish: { name: "d" },
    dishes: [{ name: "e" }],
    amounts: { a: "b" },
    dropped: { x: "gone" },
    volume: { name: "v", bowl: "b", note: "n" },
    wrapper: { deeper: { plate } },
  };
  const hub = call(conversions, "Convert_v1_MenuSpec_To_menu_MenuSpec", { ...spec, maybe: { x: "gone" } });
  expect(hub).toStrictEqual({
    ...spec,
    cost: 1,
    extra: 2,
    costs: [3],
    costByName: { four: 4 },
    dish: { title: "d" },
    dishes: [{ title: "e" }],
    dropped: { x: "" },
  });
  expect(hub["amounts"]).toBe(spec.amounts);
  const back = call(conversions, "Convert_menu_MenuSpec_To_v1_MenuSpec", hub);
  expect(back["wrapper"]).toEqual({ deeper: { plate: { size: "xl" } } });
  expect(plate.size).toBe("XL");
});

test("unions are converted by their discriminator, and unknown members are kept", async () => {
  const conversions = await generated("union", "apis/g/v1");
  expect(call(conversions, "Convert_v1_Source_To_g_Source", { type: "git", url: "u" })).toEqual({
    type: "git",
    url: "u",
    depth: 0,
  });
  const unknown = { type: "svn", url: "u" };
  expect(call(conversions, "Convert_v1_Source_To_g_Source", unknown)).toEqual(unknown);
  const job = { source: { type: "http", url: "u" }, sources: [], shape: { kind: "round", radius: 1 } };
  expect(call(conversions, "Convert_v1_Job_To_g_Job", job)).toStrictEqual({ ...job, wanted: { type: "" } });
});

test("rename markers apply from either side", async () => {
  const conversions = await generated("rename", "apis/events/v1");
  const event = { reportingController: "r", message: "m", deep: { series: { total: 1 } } };
  const hub = call(conversions, "Convert_v1_Event_To_events_Event", event);
  expect(hub).toStrictEqual({ reportingComponent: "r", note: "m", deep: { series: { count: 1 } } });
  expect(call(conversions, "Convert_events_Event_To_v1_Event", hub)).toStrictEqual(event);
});

test("callers can change the results of generated functions", async () => {
  const conversions = await generated("union", "apis/g/v1");
  const round = { kind: "round", radius: 1 };
  const out = call(conversions, "autoConvert_v1_Shape_To_g_Shape", round);
  out["radius"] = 2;
  expect(round.radius).toBe(1);
});

test("mapValues keeps a __proto__ key as data and does not change its input", () => {
  const input = JSON.parse(`{ "__proto__": 1, "a": 2 }`) as Record<string, number>;
  const out = mapValues(input, (value) => ({ value }));
  expect(JSON.stringify(out)).toBe(`{"__proto__":{"value":1},"a":{"value":2}}`);
  expect(Object.getPrototypeOf(out)).toBe(Object.prototype);
  expect(JSON.stringify(input)).toBe(`{"__proto__":1,"a":2}`);
});
