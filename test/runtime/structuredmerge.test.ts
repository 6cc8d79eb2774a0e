import {
  comparePaths,
  Conflicts,
  deducedParseableType,
  deserializePathElement,
  FieldSet,
  makePath,
  managedFieldsDifference,
  managedFieldsEqual,
  Parser,
  PathElementSet,
  pathToString,
  serializePathElement,
  Updater,
  ValidationErrors,
  type ManagedFields,
  type PathElement,
  type TypedValue,
} from "@apimachinery/runtime/structuredmerge";
import type { JSONValue } from "@apimachinery/runtime";
import { describe, expect, test } from "vitest";

/** @file The judge (test/structuredmerge) compares results with Go; these tests show the use. */

const parser = new Parser({
  types: [
    {
      name: "deployment",
      map: {
        fields: [
          { name: "replicas", type: { scalar: "numeric" } },
          { name: "image", type: { scalar: "string" } },
          { name: "labels", type: { map: { elementType: { scalar: "string" } } } },
          {
            name: "ports",
            type: {
              list: {
                elementType: { namedType: "port" },
                elementRelationship: "associative",
                keys: ["port", "protocol"],
              },
            },
          },
        ],
      },
    },
    {
      name: "port",
      map: {
        fields: [
          { name: "port", type: { scalar: "numeric" } },
          { name: "protocol", type: { scalar: "string" }, default: "TCP" },
          { name: "name", type: { scalar: "string" } },
        ],
      },
    },
  ],
});
const deployment = parser.type("deployment");
const typed = (value: JSONValue): TypedValue => deployment.fromValue(value);
const updater = new Updater({ converter: { convert: (object) => object } });

test("a manager that applies less removes what only it applied, and a conflict names the field", () => {
  const none: ManagedFields = new Map();
  const first = updater.apply(
    typed({}),
    typed({ image: "a", replicas: 1, labels: { x: "1" } }),
    "v1",
    none,
    "ci",
    false,
  );
  expect(first.object?.asValue()).toEqual({ image: "a", replicas: 1, labels: { x: "1" } });
  const scaled = updater.update(
    first.object as TypedValue,
    typed({ image: "a", replicas: 3, labels: { x: "1" } }),
    "v1",
    first.managers,
    "autoscaler",
  );
  expect(scaled.managers.get("autoscaler")?.set.toJSONText()).toBe('{"f:replicas":{}}');
  const apply = (config: JSONValue, force: boolean) =>
    updater.apply(scaled.object, typed(config), "v1", scaled.managers, "ci", force);
  expect(() => apply({ image: "a", replicas: 1 }, false)).toThrow(
    new Conflicts([{ manager: "autoscaler", path: makePath("replicas") }]),
  );
  expect(apply({ image: "a" }, false).object?.asValue()).toEqual({ image: "a", replicas: 3 });
  expect(apply({ image: "a", replicas: 1 }, true).object?.asValue()).toEqual({ image: "a", replicas: 1 });
});

test("an item of a list is found by its keys, and an absent key has its default", () => {
  const live = typed({ ports: [{ port: 80, name: "web" }] });
  const merged = live.merge(typed({ ports: [{ port: 80, protocol: "TCP", name: "http" }, { port: 81 }] }));
  expect(merged.asValue()).toEqual({ ports: [{ port: 80, protocol: "TCP", name: "http" }, { port: 81 }] });
  expect([...live.toFieldSet()].map(pathToString)).toContain('.ports[port=80,protocol="TCP"].name');
  const names = new FieldSet(
    makePath(
      "ports",
      {
        key: [
          { name: "port", value: 80 },
          { name: "protocol", value: "TCP" },
        ],
      },
      "name",
    ),
  );
  expect(live.extractItems(names, { appendKeyFields: true }).asValue()).toEqual({ ports: [{ port: 80, name: "web" }] });
});

test("wrong values and schemas are errors with their paths", () => {
  expect(() => typed({ replicas: "1", x: 1 })).toThrow(ValidationErrors);
  expect(() => typed({ image: 5 })).toThrow(".image: expected string, got &value.valueUnstructured{Value:5}");
  expect(() => new Parser({ types: [{ map: {} }] })).toThrow("unable to validate schema: .types: element 0: ");
  expect(() => new Parser("{")).toThrow(SyntaxError);
  expect(parser.type("none").isValid).toBe(false);
  expect(() => parser.type("none").fromValue({})).toThrow("schema error: no type found matching: none");
  const foreign = { name: "own", isValid: true, fromValue: () => typed({}) };
  expect(() => new FieldSet().ensureNamedFieldsAreMembers(foreign)).toThrow("the type own does not come from a Parser");
});

describe("paths and sets", () => {
  const key: PathElement = {
    key: [
      { name: "b", value: 1 },
      { name: "a", value: "x" },
    ],
  };

  test("paths are made of names, indexes and elements; the fields of a key are sorted", () => {
    expect(pathToString(makePath("spec", key, 0, { value: null }))).toBe('.spec[a="x",b=1][0][=null]');
    expect(() => makePath({ key: [] })).toThrow("must have at least one key (got zero)");
    expect([makePath("a", "b"), makePath("a"), makePath(0)].toSorted(comparePaths)).toEqual([
      makePath("a"),
      makePath("a", "b"),
      makePath(0),
    ]);
    for (const text of ["f:a:b", 'k:{"a":1}', "v:1.5", "i:-1"])
      expect(serializePathElement(deserializePathElement(text))).toBe(text);
    expect(() => deserializePathElement("x:1")).toThrow("unknown path element type");
  });

  test("only insert changes a set, and only this one", () => {
    const one = new FieldSet(makePath("a", "b"));
    const both = one.union(new FieldSet(makePath("c")));
    const below = both.withPrefix({ fieldName: "a" });
    both.insert(makePath("a", "d"));
    below.insert(makePath("e"));
    expect([one, both, below].map((set) => set.toJSONText())).toEqual([
      '{"f:a":{"f:b":{}}}',
      '{"f:a":{"f:b":{},"f:d":{}},"f:c":{}}',
      '{"f:b":{},"f:e":{}}',
    ]);
    expect(JSON.stringify({ fieldsV1: one })).toBe('{"fieldsV1":{"f:a":{"f:b":{}}}}');
  });

  test("items with the same key are one path with the fields of all of them", () => {
    const set = FieldSet.fromValue([{ name: 0, key_v1: -1 }, { name: 0 }]);
    expect([...set].map(pathToString)).toEqual(["[name=0].key_v1", "[name=0].name"]);
  });

  test("a set of path elements is sorted and has no duplicates", () => {
    const set = new PathElementSet({ index: 1 }, { value: "v" }, { fieldName: "b" }, { fieldName: "a" }, { index: 1 });
    expect([...set]).toEqual([{ fieldName: "a" }, { fieldName: "b" }, { value: "v" }, { index: 1 }]);
    const other = new PathElementSet({ fieldName: "a" }, { index: 2 });
    expect([...set.union(other)]).toHaveLength(5);
    expect([...set.intersection(other)]).toEqual([{ fieldName: "a" }]);
    expect(set.difference(other).size).toBe(3);
    expect([set.equals(other), set.equals(new PathElementSet(...set)), set.has({ index: 1 })]).toEqual([
      false,
      true,
      true,
    ]);
  });

  test("managers are compared by their fields, version and operation", () => {
    const managed = (path: string, apiVersion = "v1"): ManagedFields =>
      new Map([["m", { set: new FieldSet(makePath(path)), apiVersion, applied: true }]]);
    expect(managedFieldsEqual(managed("a"), managed("a"))).toBe(true);
    expect(managedFieldsEqual(managed("a"), managed("a", "v2"))).toBe(false);
    expect(managedFieldsDifference(managed("a"), managed("b")).get("m")?.set.size).toBe(2);
    expect(managedFieldsDifference(managed("a"), managed("a")).size).toBe(0);
    expect(
      Conflicts.fromManagers(managed("a"))
        .toSet()
        .equals(new FieldSet(makePath("a"))),
    ).toBe(true);
  });
});

describe("hostile input", () => {
  test("keys such as __proto__ are data", () => {
    const value = JSON.parse('{"__proto__":{"a":1},"constructor":2}') as JSONValue;
    const object = deducedParseableType.fromValue(value);
    expect(object.toFieldSet().toJSONText()).toBe('{"f:__proto__":{".":{},"f:a":{}},"f:constructor":{}}');
    expect(JSON.stringify(object.empty().merge(object).asValue())).toBe(JSON.stringify(value));
    expect(JSON.stringify(FieldSet.fromJSON('{"f:__proto__":{}}'))).toBe('{"f:__proto__":{}}');
    expect(Object.prototype).not.toHaveProperty("a");
  });

  test("a deeply nested value is an error", () => {
    const text = (levels: number) => `${'{"f:a":'.repeat(levels)}{}${"}".repeat(levels)}`;
    const value = (levels: number) => JSON.parse(text(levels).replaceAll("f:a", "a")) as JSONValue;
    expect(FieldSet.fromJSON(text(500)).size).toBe(1);
    expect(deducedParseableType.fromValue(value(500)).toFieldSet().size).toBeGreaterThan(0);
    const tooDeep = new Error("the value is nested too deeply");
    expect(() => FieldSet.fromJSON(text(60_000))).toThrow(tooDeep);
    expect(() => FieldSet.fromValue(value(60_000))).toThrow(tooDeep);
    expect(() => deducedParseableType.fromValue(value(60_000))).toThrow(tooDeep);
  });

  test("a FieldsV1 of one megabyte and a thousand managers are compared and written", () => {
    const names = Array.from({ length: 50_000 }, (_, index) => `"f:field-${String(index)}":{}`);
    const set = FieldSet.fromJSON(`{${names.toReversed().join(",")}}`);
    expect(set.size).toBe(50_000);
    expect(FieldSet.fromJSON(set.toJSONText()).equals(set)).toBe(true);
    expect(set.difference(set).empty).toBe(true);
    const managers: ManagedFields = new Map(
      Array.from({ length: 1000 }, (_, index) => [
        String(index),
        { set: new FieldSet(makePath("labels", String(index))), apiVersion: "v1", applied: true },
      ]),
    );
    const labels = Object.fromEntries([...managers.keys()].map((name) => [name, "x"]));
    const { managers: left } = updater.update(typed({ labels }), typed({}), "v1", managers, "cleaner");
    expect(left.size).toBe(0);
  });
});
