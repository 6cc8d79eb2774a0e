import { extract, type ManagedObject } from "@apimachinery/client";
import { expect, test } from "vitest";

/** Returns an object of which the manager `me` has applied these fields. */
function owned(object: object, fieldsV1: object): ManagedObject {
  const metadata = { name: "a", managedFields: [{ manager: "me", operation: "Apply" as const, fieldsV1 }] };
  return { apiVersion: "v1", kind: "Thing", metadata, ...object };
}

/** Returns the extracted fields without the identity. */
function fieldsOf(object: object, fieldsV1: object): object {
  const { apiVersion, kind, metadata, ...fields } = extract(owned(object, fieldsV1), "me");
  expect({ apiVersion, kind, metadata }).toEqual({ apiVersion: "v1", kind: "Thing", metadata: { name: "a" } });
  return fields;
}

test.each([
  ["a field of an object", { spec: { a: 1, b: 2 } }, { "f:spec": { "f:a": {} } }, { spec: { a: 1 } }],
  ["an atomic object", { spec: { a: 1, b: 2 } }, { "f:spec": {} }, { spec: { a: 1, b: 2 } }],
  ["an empty object", { spec: { a: {}, b: 2 } }, { "f:spec": { "f:a": {} } }, { spec: { a: {} } }],
  ["null", { spec: { a: null } }, { "f:spec": { "f:a": {} } }, { spec: { a: null } }],
  ["an object with its fields", { spec: { a: 1, b: 2 } }, { "f:spec": { ".": {}, "f:a": {} } }, { spec: { a: 1 } }],
  ["an atomic list", { spec: [1, 2] }, { "f:spec": {} }, { spec: [1, 2] }],
  ["items of a set", { spec: ["b", "a", "c"] }, { "f:spec": { 'v:"a"': {}, 'v:"b"': {} } }, { spec: ["b", "a"] }],
  ["numbers of a set", { spec: [1, 2, 0.5] }, { "f:spec": { "v:2": {}, "v:0.5": {} } }, { spec: [2, 0.5] }],
  ["items by index", { spec: ["a", "b"] }, { "f:spec": { "i:1": {} } }, { spec: ["b"] }],
  [
    "an item with its key",
    { ports: [{ name: "b", port: 1, host: 2 }, { name: "a" }] },
    { "f:ports": { 'k:{"name":"b"}': { ".": {}, "f:name": {}, "f:port": {} } } },
    { ports: [{ name: "b", port: 1 }] },
  ],
  [
    "an item of which only another field is owned",
    { ports: [{ name: "b", port: 1 }] },
    { "f:ports": { 'k:{"name":"b"}': { "f:port": {} } } },
    { ports: [{ name: "b", port: 1 }] },
  ],
  [
    "an item as a whole",
    { ports: [{ name: "b", port: 1 }, { name: "c" }] },
    { "f:ports": { 'k:{"name":"b"}': { ".": {} } } },
    { ports: [{ name: "b", port: 1 }] },
  ],
  [
    "items with several keys",
    { ports: [{ port: 1, protocol: "UDP" }, { port: 1 }, { protocol: "TCP", port: 1, name: "x", host: 3 }] },
    {
      "f:ports": {
        'k:{"port":1}': { "f:port": {} },
        'k:{"port":1,"protocol":"TCP"}': { "f:name": {} },
      },
    },
    { ports: [{ port: 1 }, { protocol: "TCP", port: 1, name: "x" }] },
  ],
  [
    "a list in an item",
    {
      rows: [
        {
          id: 1,
          cells: [
            { id: 1, text: "a" },
            { id: 2, text: "b" },
          ],
        },
      ],
    },
    { "f:rows": { 'k:{"id":1}': { "f:cells": { 'k:{"id":2}': { "f:text": {} } } } } },
    { rows: [{ id: 1, cells: [{ id: 2, text: "b" }] }] },
  ],
  [
    "keys of a map",
    { data: { "a.b/c": "1", "f:x": "2", d: "3" } },
    { "f:data": { "f:a.b/c": {}, "f:f:x": {} } },
    {
      data: { "a.b/c": "1", "f:x": "2" },
    },
  ],
  ["a field that the object no longer has", { spec: { b: 1 } }, { "f:spec": { "f:a": {} } }, {}],
  ["items that the object no longer has", { spec: { b: ["x"] } }, { "f:spec": { "f:b": { 'v:"a"': {} } } }, {}],
  ["fields of a value of another type", { spec: "x" }, { "f:spec": { "f:a": {} } }, {}],
  ["elements of an unknown kind", { spec: { a: 1 } }, { "f:spec": { "x:a": {}, "f:a": {} } }, { spec: { a: 1 } }],
  ["nothing", { spec: { a: 1 } }, {}, {}],
])("extracts %s", (_case, object, fieldsV1, expected) => {
  expect(fieldsOf(object, fieldsV1)).toEqual(expected);
});

test("fields of the prototype are no fields of the object", () => {
  const spec = JSON.parse('{"__proto__": {"a": 1}, "b": 2}') as object;
  const fields = fieldsOf({ spec }, { "f:spec": { "f:__proto__": { "f:a": {} }, "f:constructor": {} } });
  expect(JSON.stringify(fields)).toBe('{"spec":{"__proto__":{"a":1}}}');
});

test("the identity and the owned metadata are united", () => {
  const object: ManagedObject = {
    apiVersion: "v1",
    kind: "Thing",
    metadata: {
      name: "a",
      namespace: "n",
      ...{ labels: { a: "1", b: "2" }, uid: "x" },
      managedFields: [{ manager: "me", operation: "Apply", fieldsV1: { "f:metadata": { "f:labels": { "f:a": {} } } } }],
    },
  };
  expect(extract(object, "me")).toEqual({
    apiVersion: "v1",
    kind: "Thing",
    metadata: { name: "a", namespace: "n", labels: { a: "1" } },
  });
});

test("only fields that this manager applied to this subresource are extracted", () => {
  const object: ManagedObject = {
    apiVersion: "v1",
    kind: "Thing",
    metadata: {
      name: "a",
      managedFields: [
        { manager: "me", operation: "Update", fieldsV1: { "f:a": {} } },
        { manager: "you", operation: "Apply", fieldsV1: { "f:b": {} } },
        { manager: "me", operation: "Apply", subresource: "status", fieldsV1: { "f:c": {} } },
        { manager: "me", operation: "Apply", fieldsV1: { "f:d": {} } },
        { manager: "new", operation: "Apply" },
      ],
    },
    ...{ a: 1, b: 2, c: 3, d: 4 },
  };
  const identity = { apiVersion: "v1", kind: "Thing", metadata: { name: "a" } };
  expect(extract(object, "me")).toEqual({ ...identity, d: 4 });
  expect(extract(object, "me", { subresource: "status" })).toEqual({ ...identity, c: 3 });
  expect(extract(object, "new")).toEqual(identity);
  expect(extract(object, "unknown")).toEqual(identity);
  expect(extract({ ...identity }, "me")).toEqual(identity);
});

test("the result shares nothing with the object", () => {
  const spec = { list: [1] };
  const extracted = extract(owned({ spec }, { "f:spec": { "f:list": {} } }), "me") as { spec?: typeof spec };
  extracted.spec?.list.push(2);
  expect(spec).toEqual({ list: [1] });
});

test("invalid managedFields are an error", () => {
  expect(() => extract(owned({ spec: 1 }, { spec: {} }), "me")).toThrow("missing colon: spec");
});
