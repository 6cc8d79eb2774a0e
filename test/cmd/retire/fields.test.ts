import { describe, expect, test } from "vitest";
import type { FieldTree, ClientFieldsEntry } from "../../../cmd/codegen/retire/client.js";
import { movedEntries } from "../../../cmd/codegen/retire/managed-fields.js";

const [from, to] = ["cafe.example.com/v1alpha1", "cafe.example.com/v1"];

/** An object of the new version. */
const coffee = {
  metadata: { name: "a", labels: { "example.com/a": "1" }, finalizers: ["example.com/x"] },
  spec: { beans: ["Ethiopia"], size: 250, milk: { kind: "Oat" } },
  status: { conditions: [{ type: "Ready", status: "True" }] },
};

function moved(...managedFields: readonly ClientFieldsEntry[]): readonly ClientFieldsEntry[] {
  return movedEntries({ ...coffee, metadata: { ...coffee.metadata, managedFields } }, from, to);
}

function entry(fieldsV1: FieldTree, more: ClientFieldsEntry = {}): ClientFieldsEntry {
  return { manager: "m", operation: "Apply", apiVersion: from, fieldsV1, ...more };
}

describe("the entries of a version move to another version", () => {
  test.each<[string, FieldTree, FieldTree | undefined]>([
    ["a field", { "f:spec": { "f:beans": {} } }, { "f:spec": { "f:beans": {} } }],
    ["a field that the version does not have", { "f:spec": { "f:sizeInMl": {} } }, undefined],
    [
      "a field beside one that the version does not have",
      { "f:spec": { ".": {}, "f:sizeInMl": {}, "f:milk": { "f:kind": {} } } },
      { "f:spec": { ".": {}, "f:milk": { "f:kind": {} } } },
    ],
    [
      "a label whose name has a colon's place",
      { "f:metadata": { "f:labels": { "f:example.com/a": {} } } },
      { "f:metadata": { "f:labels": { "f:example.com/a": {} } } },
    ],
    [
      "a value of a set",
      { "f:metadata": { "f:finalizers": { 'v:"example.com/x"': {}, 'v:"example.com/y"': {} } } },
      { "f:metadata": { "f:finalizers": { 'v:"example.com/x"': {} } } },
    ],
    [
      "an item with a key",
      { "f:status": { "f:conditions": { 'k:{"type":"Ready"}': { "f:status": {} }, 'k:{"type":"Old"}': { ".": {} } } } },
      { "f:status": { "f:conditions": { 'k:{"type":"Ready"}': { "f:status": {} } } } },
    ],
    [
      "an item with an index",
      { "f:spec": { "f:beans": { "i:0": {}, "i:7": {} } } },
      { "f:spec": { "f:beans": { "i:0": {} } } },
    ],
    ["a field below a value that is not an object", { "f:spec": { "f:size": { "f:unit": {} } } }, undefined],
  ])("%s", (_, fields, expected) => {
    expect(moved(entry(fields))).toEqual(expected === undefined ? [] : [entry(expected, { apiVersion: to })]);
  });

  test("entries of other versions stay, and one of the same manager takes in the fields", () => {
    const other = entry(
      { "f:spec": { "f:size": {} } },
      { apiVersion: to, operation: "Update", time: "2026-01-02T00:00:00Z" },
    );
    const old = entry({ "f:spec": { "f:beans": {} } }, { operation: "Update", time: "2026-01-01T00:00:00Z" });
    const status = { ...old, subresource: "status" };
    expect(moved(other, old, status)).toEqual([
      { ...other, fieldsV1: { "f:spec": { "f:size": {}, "f:beans": {} } } },
      { ...status, apiVersion: to },
    ]);
  });
});
