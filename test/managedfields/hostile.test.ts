import type { FieldsV1, JSONObject, JSONValue, ManagedFieldsEntry } from "@apimachinery/runtime";
import { validateManagedFields, type ManagedObject } from "@apimachinery/runtime/managedfields";
import type { Conflicts } from "@apimachinery/runtime/structuredmerge";
import { describe, expect, test } from "vitest";
import { decode, group, managerOf } from "./thing.js";

const apiVersion = `${group}/v1`;
const manager = managerOf("v1", "", () => "2026-01-01T00:00:00Z");

function entry(fieldsV1: FieldsV1, fields: Partial<ManagedFieldsEntry> = {}): ManagedFieldsEntry {
  return { manager: "m", operation: "Update", apiVersion, fieldsType: "FieldsV1", fieldsV1, ...fields };
}

function thing(managedFields: readonly ManagedFieldsEntry[], spec: JSONObject = { on: true }): ManagedObject {
  const metadata = { name: "a", uid: "u", managedFields: [...managedFields] };
  const object = { apiVersion, kind: "Thing", metadata, spec };
  return object;
}

const parse = (text: string): FieldsV1 => JSON.parse(text) as FieldsV1;
const valid = entry({ "f:spec": { "f:on": {} } }, { manager: "valid" });

/** Sends managed fields in an update that changes nothing else, and returns the new ones. */
function sent(...entries: ManagedFieldsEntry[]): readonly ManagedFieldsEntry[] | undefined {
  const object = thing(entries);
  manager.update(thing([valid]), object, "client");
  return object.metadata.managedFields;
}

function nested(depth: number): FieldsV1 {
  let fields: FieldsV1 = {};
  for (let level = 0; level < depth; level++) fields = { "f:any": fields };
  return { "f:spec": fields };
}

describe("managed fields that a client sends are refused, and the old ones stay:", () => {
  test.each<[string, ManagedFieldsEntry]>([
    ["an unknown operation", entry({}, { operation: "apply" as "Apply" })],
    ["an operation that every object inherits", entry({}, { operation: "toString" as "Apply" })],
    ["no operation", { apiVersion, fieldsType: "FieldsV1", fieldsV1: {} }],
    ["no apiVersion", { operation: "Apply", fieldsType: "FieldsV1", fieldsV1: {} }],
    ["an apiVersion with two slashes", entry({}, { apiVersion: "a/b/c" })],
    ["no fieldsType", { operation: "Apply", apiVersion, fieldsV1: {} }],
    ["another fieldsType", entry({}, { fieldsType: "__proto__" })],
    ["fields that are a list", entry(parse("[]"))],
    ["fields that are a text", entry(parse('"{}"'))],
    ["fields that are null in a list", entry(parse("[null]"))],
    ["a field that is a number", entry({ "f:spec": 1 })],
    ["a key without a colon", entry({ spec: {} })],
    ["an empty key", entry({ "": {} })],
    ["a key that is __proto__", entry(parse('{"__proto__":{"f:a":{}}}'))],
    ["a value that is not JSON", entry({ 'v:{"a"': {} })],
    ["an index that is not a number", entry({ "i:__proto__": {} })],
    ["an index that is too large", entry({ "i:9223372036854775808": {} })],
  ])("%s", (_, wrong) => {
    expect(sent(wrong)).toEqual([valid]);
    expect(sent(valid, wrong)).toEqual([valid]);
  });

  test("fields that are nested more deeply than the call stack allows", () => {
    const deep = entry(nested(200_000));
    expect(sent(deep)).toEqual([valid]);
    expect(() => {
      validateManagedFields([deep]);
    }).toThrow("the value is nested too deeply");
  });
});

describe("managed fields that a client sends are kept:", () => {
  test.each<[string, string]>([
    ["names that every object inherits", '{"f:spec":{"f:any":{"f:__proto__":{},"f:constructor":{},"f:toString":{}}}}'],
    ["keys that are objects and lists", '{"f:spec":{"f:parts":{"k:{\\"name\\":{\\"x\\":[null,{}]}}":{}}}}'],
    ["keys with other fields", '{"f:spec":{"f:parts":{"k:{\\"__proto__\\":1,\\"a\\":\\"b\\"}":{"f:name":{}}}}}'],
    ["values that are objects", '{"f:spec":{"f:set":{"v:{\\"__proto__\\":{\\"a\\":1}}":{}}}}'],
    ["values that differ only in their type", '{"f:spec":{"f:set":{"v:1":{},"v:\\"1\\"":{},"v:true":{}}}}'],
    ["indexes", '{"f:spec":{"f:set":{"i:-1":{},"i:0":{},"i:10":{}}}}'],
  ])("%s", (_, text) => {
    const [first, ...rest] = sent(entry(parse(text))) ?? [];
    expect(rest).toEqual([]);
    // The order of the elements is fixed, so the fields are compared without it.
    expect(first?.fieldsV1).toEqual(parse(text));
    expect(Object.getPrototypeOf(first?.fieldsV1)).toBe(Object.prototype);
  });

  test("no manager has the field of the managed fields", () => {
    const [first] = sent(entry({ "f:metadata": { "f:managedFields": {}, "f:labels": {} } })) ?? [];
    expect(first?.fieldsV1).toEqual({ "f:metadata": { "f:labels": {} } });
  });

  test("elements of unknown kinds are left out", () => {
    const [first] = sent(entry(parse('{"f:spec":{"f:on":{}},"z:__proto__":{"x":1},"x:y":{}}'))) ?? [];
    expect(first?.fieldsV1).toEqual({ "f:spec": { "f:on": {} } });
  });

  test("two entries of one manager are one entry, with the fields of the last", () => {
    const [first, last] = [entry({ "f:spec": { "f:list": {} } }), entry({ "f:spec": { "f:on": {} } })];
    expect(sent(first, last)).toEqual([last]);
  });

  test("elements that are the same are one element", () => {
    const fields = parse('{"f:spec":{"f:set":{"v:0":{},"v:-0":{"f:a":{}},"v:0.0":{}}}}');
    const [first] = sent(entry(fields)) ?? [];
    expect(first?.fieldsV1).toEqual({ "f:spec": { "f:set": { "v:0": { ".": {}, "f:a": {} } } } });
  });
});

describe("an object with", () => {
  const keys = Array.from({ length: 40_000 }, (_, at) => [`f:key-${String(at).padStart(12, "0")}`, {}]);
  const large: FieldsV1 = { "f:spec": { "f:labels_v1": Object.fromEntries(keys) as JSONValue } };

  test("one megabyte of managed fields is updated and applied", () => {
    const live = thing([entry(large)]);
    expect(JSON.stringify(live.metadata.managedFields).length).toBeGreaterThan(800_000);
    const object = thing([entry(large)], { on: false });
    expect(manager.update(live, object, "client")).toBeUndefined();
    expect(object.metadata.managedFields?.map((each) => each.manager)).toEqual(["m", "client"]);
    const applied = manager.apply(live, { apiVersion, kind: "Thing", spec: { on: true } }, "a", false, decode);
    expect(applied.metadata.managedFields?.map((each) => each.manager)).toEqual(["a", "m"]);
  });

  test("a thousand managers keeps ten managers that update", () => {
    const managers = Array.from({ length: 1000 }, (_, at) =>
      entry({ "f:spec": { "f:on": {} } }, { manager: `m${String(at)}` }),
    );
    const object = thing(managers);
    expect(manager.update(thing(managers), object, "client")).toBeUndefined();
    const names = object.metadata.managedFields?.map((each) => each.manager) ?? [];
    expect(names).toHaveLength(10);
    expect(names).toContain("ancient-changes");
  });

  test("a thousand managers that apply keeps all, and reports all conflicts", () => {
    const managers = Array.from({ length: 1000 }, (_, at) =>
      entry({ "f:spec": { "f:on": {} } }, { manager: `m${String(at)}`, operation: "Apply" }),
    );
    const object = thing(managers);
    manager.update(thing(managers), object, "client");
    expect(object.metadata.managedFields).toHaveLength(1000);
    const config = { apiVersion, kind: "Thing", spec: { on: false } };
    const conflicts = errorOf(() => manager.apply(thing(managers), config, "a", false, decode)) as Conflicts;
    expect(conflicts.conflicts).toHaveLength(1000);
  });

  test("a manager of its kind cannot be applied to by this manager", () => {
    const owner = entry({ "f:kind": {}, "f:apiVersion": {} }, { manager: "a", operation: "Apply" });
    const config = { apiVersion, kind: "Thing", spec: { on: true } };
    expect(() => manager.apply(thing([owner]), config, "a", false, decode)).toThrow(
      "Object 'Kind' is missing in 'unstructured object has no kind'",
    );
    expect(manager.apply(thing([owner]), config, "b", false, decode)).toMatchObject({ apiVersion, kind: "Thing" });
  });

  test("a manager of each of a thousand versions that do not exist loses them", () => {
    const managers = Array.from({ length: 1000 }, (_, at) =>
      entry({ "f:spec": { "f:on": {} } }, { apiVersion: `${group}/v${String(at + 3)}` }),
    );
    const object = thing(managers);
    expect(manager.update(thing(managers), object, "client")).toBeUndefined();
    expect(object.metadata).not.toHaveProperty("managedFields");
  });

  test("names that every object inherits has managers of these fields", () => {
    const any = JSON.parse('{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}}}') as JSONObject;
    const applied = manager.apply(
      thing([valid]),
      { apiVersion, kind: "Thing", spec: { any, labels_v1: JSON.parse('{"__proto__":"x"}') as JSONObject } },
      "a",
      false,
      decode,
    );
    expect(applied.metadata.managedFields?.[0]?.fieldsV1).toEqual(
      parse(
        '{"f:spec":{"f:any":{"f:__proto__":{".":{},"f:polluted":{}},' +
          '"f:constructor":{".":{},"f:prototype":{".":{},"f:polluted":{}}}},"f:labels_v1":{"f:__proto__":{}}}}',
      ),
    );
    expect({}).not.toHaveProperty("polluted");
  });

  test("a value that is nested more deeply than the call stack allows keeps its managers", () => {
    let any: JSONValue = 1;
    for (let level = 0; level < 200_000; level++) any = { x: any };
    const object = { ...thing([valid]), spec: { any } };
    expect(manager.update(thing([valid]), object, "client")?.message).toContain("nested too deeply");
    expect(object.metadata.managedFields).toEqual([valid]);
  });
});

function errorOf(call: () => unknown): unknown {
  try {
    call();
  } catch (error) {
    return error;
  }
  return undefined;
}
