import type { JSONObject, JSONValue, ManagedFieldsEntry } from "@apimachinery/runtime";
import {
  InvalidApplyError,
  printManager,
  ScaleHandler,
  validateManagedFields,
  type ManagedObject,
} from "@apimachinery/runtime/managedfields";
import { Conflicts, makePath } from "@apimachinery/runtime/structuredmerge";
import { describe, expect, test } from "vitest";
import { decode, group, managerOf, type Version } from "./thing.js";

/** @file The judge compares results with Go; these tests show single rules. */

const apiVersion = `${group}/v1`;
const times = ["2026-01-01T00:00:01Z", "2026-01-01T00:00:02Z"] as const;
const manager = (version: Version = "v1", subresource = "", now: string = times[0]) =>
  managerOf(version, subresource, () => now);
const lastApplied = "kubectl.kubernetes.io/last-applied-configuration";

function thing(spec: JSONObject, metadata: object = {}): ManagedObject & { readonly spec: JSONValue } {
  const object = { apiVersion, kind: "Thing", metadata: { name: "a", namespace: "ns", ...metadata }, spec };
  return structuredClone(object);
}

/** Returns an object that a client has created. */
function created(spec: JSONObject, metadata: JSONObject = {}): ManagedObject {
  const object = thing(spec, metadata);
  expect(manager().update(undefined, object, "creator")).toBeUndefined();
  object.metadata.uid = "u";
  return frozen(object);
}

function frozen<T extends object>(value: T): T {
  for (const part of Object.values(value)) if (typeof part === "object" && part !== null) frozen(part as object);
  return Object.freeze(value);
}

function config(spec: JSONObject, metadata: JSONObject = {}, version: Version = "v1"): JSONObject {
  return frozen({ apiVersion: `${group}/${version}`, kind: "Thing", metadata: { name: "a", ...metadata }, spec });
}

function entry(fields: Partial<ManagedFieldsEntry> = {}): ManagedFieldsEntry {
  return { manager: "m", operation: "Update", apiVersion, fieldsType: "FieldsV1", fieldsV1: {}, ...fields };
}

describe("a write that is not an apply", () => {
  test("gives the fields that it changes to its client", () => {
    const live = created({ replicas: 1, list: [1] });
    const object = thing({ replicas: 2, list: [1] });
    expect(manager("v1", "", times[1]).update(live, object, "other")).toBeUndefined();
    expect(object.metadata.managedFields).toEqual([
      entry({ manager: "creator", time: times[0], fieldsV1: { "f:spec": { ".": {}, "f:list": {} } } }),
      entry({ manager: "other", time: times[1], fieldsV1: { "f:spec": { "f:replicas": {} } } }),
    ]);
  });

  test("without a change keeps the managers and their times", () => {
    const live = created({ replicas: 1 });
    const object = thing({ replicas: 1 });
    manager("v1", "", times[1]).update(live, object, "other");
    expect(object.metadata.managedFields).toEqual(live.metadata.managedFields);
  });

  test.each<[string, readonly ManagedFieldsEntry[]]>([
    ["an empty list", []],
    ["one empty entry", [{}]],
    ["one entry with empty texts", [{ manager: "", subresource: "" }]],
  ])("removes all managers if the client sends %s", (_, managedFields) => {
    const live = created({ replicas: 1 });
    const object = thing({ replicas: 2 }, { managedFields });
    manager().update(live, object, "other");
    expect(object.metadata).not.toHaveProperty("managedFields");
  });

  test.each<[string, readonly ManagedFieldsEntry[]]>([
    ["an entry with a wrong operation", [entry({ operation: "Delete" as "Update" })]],
    ["two empty entries", [{}, {}]],
    ["an entry with a time only", [{ time: times[0] }]],
  ])("keeps the managers if the client sends %s", (_, managedFields) => {
    const live = created({ replicas: 1 });
    const object = thing({ replicas: 1 }, { managedFields });
    manager().update(live, object, "other");
    expect(object.metadata.managedFields).toEqual(live.metadata.managedFields);
  });

  test("of a subresource ignores the managers that the client sends", () => {
    const live = created({ replicas: 1 });
    const object = thing({ replicas: 1 }, { managedFields: [] });
    manager("v1", "status").update(live, object, "other");
    expect(object.metadata.managedFields).toEqual(live.metadata.managedFields);
  });

  test("drops a manager of a version that does not exist any more", () => {
    const live = created({ replicas: 1 });
    const sent = [...(live.metadata.managedFields ?? []), entry({ apiVersion: `${group}/v0` })];
    const object = thing({ replicas: 1 }, { managedFields: sent });
    expect(manager().update(live, object, "other")).toBeUndefined();
    expect(object.metadata.managedFields).toEqual(live.metadata.managedFields);
  });

  test("keeps the managers if an entry has an apiVersion that cannot be read", () => {
    const live = created({ replicas: 1 });
    const sent = [entry({ apiVersion: "a/b/c" })];
    const object = thing({ replicas: 1 }, { managedFields: sent });
    const error = manager().update(live, object, "other");
    expect(error?.message).toBe(
      `failed to update ManagedFields (ns/a; ${apiVersion}, Kind=Thing): unexpected GroupVersion string: a/b/c`,
    );
    expect(object.metadata.managedFields).toEqual(live.metadata.managedFields);
  });

  test("keeps the managers if an item of a list has no key", () => {
    const live = created({ replicas: 1 });
    const object = thing({ parts: [{ size_v1: 1 }] });
    const error = manager().update(live, object, "other");
    expect(error?.message).toBe(
      `failed to convert new object (ns/a; ${apiVersion}, Kind=Thing) to smd typed: .spec.parts: element 0: ` +
        `associative list with keys has an element that omits all key fields ["name"] ` +
        `(and doesn't have default values for any key fields)`,
    );
    expect(object.metadata.managedFields).toEqual(live.metadata.managedFields);
  });

  test("gives no fields to a client for properties that are undefined", () => {
    const live = created({ replicas: 1 });
    const object = thing({ replicas: 1 });
    Reflect.set(object.spec as JSONObject, "image_v1", undefined);
    manager().update(live, object, "other");
    expect(object.metadata.managedFields).toEqual(live.metadata.managedFields);
  });

  test("whose managers cannot be computed shares none of them with the old object", () => {
    const live = created({ replicas: 1 });
    const object = thing({ parts: [{}] });
    expect(manager().update(live, object, "other")).toBeInstanceOf(Error);
    expect(object.metadata.managedFields?.[0]).not.toBe(live.metadata.managedFields?.[0]);
  });

  test("sorts times before 1970 in front of entries without a time", () => {
    const old = entry({ manager: "b", time: "1969-01-01T00:00:00Z", fieldsV1: { "f:spec": { "f:on": {} } } });
    const none = entry({ manager: "a", fieldsV1: { "f:spec": { "f:on": {} } } });
    const object = thing({ on: true }, { managedFields: [none, old] });
    manager().update(created({ on: true }), object, "other");
    expect(object.metadata.managedFields).toEqual([old, none]);
  });
});

describe("an apply", () => {
  const apply = (live: ManagedObject | undefined, value: JSONObject, name = "applier", force = false) =>
    manager("v1", "", times[1]).apply(live, value, name, force, decode);

  test("creates an object", () => {
    const object = apply(undefined, config({ set: ["a"] }));
    expect(object["spec" as keyof ManagedObject]).toEqual({ set: ["a"], replicas: 1 });
    expect(object.metadata.managedFields).toEqual([
      {
        manager: "applier",
        operation: "Apply",
        apiVersion,
        time: times[1],
        fieldsType: "FieldsV1",
        fieldsV1: { "f:spec": { "f:set": { 'v:"a"': {} } } },
      },
    ]);
  });

  test("that changes nothing returns a copy of the object, and a new manager has no time", () => {
    const live = created({ replicas: 1 });
    const object = apply(live, config({ replicas: 1 }));
    expect(object).not.toBe(live);
    expect(object.metadata.managedFields?.[0]).toMatchObject({ manager: "applier", operation: "Apply" });
    expect(object.metadata.managedFields?.[0]).not.toHaveProperty("time");
  });

  test("of nothing to nothing returns an empty object of the hub version", () => {
    const object = managerOf("v2", "", () => times[0]).apply(undefined, config({}, {}, "v2"), "a", false, decode);
    expect(object.apiVersion).toBe(apiVersion);
  });

  test.each<[string, JSONValue, string]>([
    ["an undeclared field", { x: 1 }, ".spec.x: field not declared in schema"],
    ["a value of another type", { on: "x" }, ".spec.on: expected boolean, got &{x}"],
    ["a key twice", { set: ["a", "a"] }, '.spec.set: duplicate entries for key [="a"]'],
  ])("refuses %s", (_, spec, message) => {
    const value = { ...config({}), metadata: { name: "a", namespace: "ns" }, spec };
    const call = (): unknown => apply(created({}), value);
    expect(call).toThrow(InvalidApplyError);
    expect(call).toThrow(`failed to create typed patch object (ns/a; ${apiVersion}, Kind=Thing): ${message}`);
  });

  test.each<[string, JSONObject, string]>([
    ["another kind", { apiVersion, kind: "Other" }, `invalid object type: ${apiVersion}, Kind=Other`],
    ["no kind", {}, "invalid object type: /, Kind="],
    ["an apiVersion that cannot be read", { apiVersion: "a/b/c", kind: "Thing" }, "invalid object type: /, Kind="],
    ["managed fields", config({}, { managedFields: [] }), "metadata.managedFields must be nil"],
  ])("refuses a configuration with %s", (_, value, message) => {
    const call = (): unknown => apply(created({}), value);
    expect(call).toThrow(InvalidApplyError);
    expect(call).toThrow(message);
  });

  test("reports wrong managers of the object first", () => {
    const live = thing({}, { uid: "u", managedFields: [{}] });
    expect(() => apply(live, {})).toThrow("failed to decode managed fields: operation must be `Apply` or `Update`");
  });

  test("reports an object whose first managers cannot be computed", () => {
    const live = thing({ parts: [{}] }, { uid: "u" });
    expect(() => apply(live, config({}))).toThrow(
      "failed to create manager for existing fields: failed to convert new",
    );
  });

  test("by kubectl takes the fields that kubectl has applied before", () => {
    const annotations = {
      [lastApplied]: JSON.stringify({ apiVersion, kind: "Thing", spec: { replicas: 1, on: true } }),
    };
    const live = created({ replicas: 1, on: true }, { annotations });
    const value = config({ replicas: 2, on: false }, { annotations: { x: "<&>" } });
    const object = apply(live, value, "kubectl");
    expect(object.metadata.annotations).toEqual({
      x: "<&>",
      [lastApplied]:
        `{"apiVersion":"${apiVersion}","kind":"Thing","metadata":{"annotations":{"x":"\\u003c\\u0026\\u003e"},"name":"a"},` +
        `"spec":{"on":false,"replicas":2}}\n`,
    });
    expect(() => apply(live, value, "other")).toThrow(Conflicts);
  });

  test.each<[string, JSONObject, JSONObject]>([
    ["without a kind", { apiVersion, spec: { replicas: 1 } }, { replicas: 1 }],
    ["of another version", { apiVersion: `${group}/v2`, kind: "Thing", spec: { replicas: 1 } }, { replicas: 1 }],
    [
      "whose object has a key twice",
      { apiVersion, kind: "Thing", spec: { replicas: 1 } },
      { replicas: 1, set: ["a", "a"] },
    ],
  ])("by kubectl does not use an annotation %s", (_, applied, spec) => {
    const live = created(spec, { annotations: { [lastApplied]: JSON.stringify(applied) } });
    expect(() => apply(live, config({ replicas: 2 }), "kubectl")).toThrow(Conflicts);
  });

  test("by kubectl leaves the annotation out of the annotations of the object only, with sorted keys", () => {
    const live = created({}, { annotations: { [lastApplied]: "{}" } });
    const value = config(
      { any: { [lastApplied]: "x", b: 1, "10": 1, "9": 1 } },
      { annotations: { [lastApplied]: "y" } },
    );
    const object = apply(live, value, "kubectl", true);
    expect(object.metadata.annotations?.[lastApplied]).toBe(
      `{"apiVersion":"${apiVersion}","kind":"Thing","metadata":{"annotations":{},"name":"a"},` +
        `"spec":{"any":{"10":1,"9":1,"b":1,"${lastApplied}":"x"}}}\n`,
    );
  });

  test("by kubectl removes an annotation that would be too large", () => {
    const live = created({}, { annotations: { [lastApplied]: "{}", other: "x".repeat(200_000) } });
    const object = apply(live, config({ image_v1: "y".repeat(70_000) }), "kubectl");
    expect(Object.keys(object.metadata.annotations ?? {})).toEqual(["other"]);
  });
});

test("a manager is named with its subresource, and by its version if it updates", () => {
  const identifier = (name: object): string => JSON.stringify(name);
  expect(printManager(identifier({ manager: 'a"', operation: "Apply", subresource: "status" }))).toBe(
    '"a\\"" with subresource "status"',
  );
  expect(printManager(identifier({ manager: "a", operation: "Update", apiVersion: "v1" }))).toBe('"a" using v1');
});

test.each<[Partial<ManagedFieldsEntry>, string]>([
  [{ operation: "x" as "Apply" }, "operation must be `Apply` or `Update`"],
  [{ apiVersion: "" }, "apiVersion must not be empty"],
  [{ fieldsType: "" }, "missing fieldsType in managed fields entry 1"],
  [{ fieldsType: "V2" }, 'invalid fieldsType "V2" in managed fields entry 1'],
  [
    { fieldsV1: { "f:a": 1 } },
    `error decoding versioned set from {m Update ${apiVersion} <nil> FieldsV1 {"f:a":1} }: `,
  ],
])("the managers of an object are refused with %j", (wrong, message) => {
  expect(() => {
    validateManagedFields([entry(), entry(wrong)]);
  }).toThrow(message);
});

describe("the managers of a number of replicas", () => {
  const path = makePath("spec", "replicas");
  const paths = new Map([
    [apiVersion, path],
    [`${group}/v2`, undefined],
  ]);
  const replicas = { "f:spec": { "f:replicas": {} } };
  const both = { "f:spec": { "f:on": {}, "f:replicas": {} } };
  const parent = [
    entry({ manager: "a", time: times[0], fieldsV1: both }),
    entry({ manager: "b", operation: "Apply", fieldsV1: replicas }),
    entry({ manager: "c", apiVersion: `${group}/v2`, fieldsV1: both }),
    entry({ manager: "d", apiVersion: `${group}/v0`, fieldsV1: both }),
  ];
  const handler = new ScaleHandler(frozen(parent), apiVersion, paths);
  const scale = (fields: Partial<ManagedFieldsEntry>) =>
    entry({ apiVersion: "autoscaling/v1", fieldsV1: replicas, ...fields });

  test("are the managers of its scale", () => {
    expect(handler.toSubresource()).toEqual([
      scale({ manager: "b", operation: "Apply" }),
      scale({ manager: "a", time: times[0] }),
    ]);
  });

  test("lose it to a client that writes the scale", () => {
    expect(handler.toParent([scale({ manager: "new", operation: "Apply", subresource: "scale" })])).toEqual([
      entry({ manager: "new", operation: "Apply", fieldsV1: replicas, subresource: "scale" }),
      entry({ manager: "c", apiVersion: `${group}/v2`, fieldsV1: both }),
      entry({ manager: "a", time: times[0], fieldsV1: { "f:spec": { "f:on": {} } } }),
    ]);
  });
});
