import type { JSONObject, TypeSchema } from "@apimachinery/runtime";
import { expect, test } from "vitest";
import { mergeSchemaOf } from "../../runtime/managedfields/merge-schema.js";

/** @file test/corpus/kubernetes compares all types of Kubernetes with Go; this test shows the defaults. */

const mode: TypeSchema = { name: "v1.Mode", value: { type: "string", enum: ["Fast"] } };
const thing: TypeSchema = {
  name: "v1.Thing",
  gvk: { group: "g", version: "v1", kind: "Thing" },
  fields: {
    kind: { type: "string" },
    apiVersion: { type: "string" },
    stated: { type: "string", default: "TCP" },
    optional: { type: "int32", optional: true },
    statedOptional: { type: "int32", optional: true, default: 80 },
    text: { type: "string" },
    number: { type: "float64" },
    on: { type: "boolean" },
    named: { type: "ref", to: () => mode },
    list: { type: "list", items: { type: "string" } },
    any: { type: "any" },
    time: { type: "Time" },
  },
};

test("a field has the default of its marker, otherwise the zero of a required scalar", () => {
  const { document, nameOf } = mergeSchemaOf([thing]);
  const type = (document["types"] as JSONObject[]).find(({ name }) => name === nameOf(thing));
  const fields = (type?.["map"] as JSONObject)["fields"] as JSONObject[];
  const defaults = fields.flatMap((field) => ("default" in field ? [[field["name"], field["default"]]] : []));
  expect(defaults).toEqual([
    ["stated", "TCP"],
    ["statedOptional", 80],
    ["text", ""],
    ["number", 0],
    ["on", false],
    ["named", ""],
  ]);
});
