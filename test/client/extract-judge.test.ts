import { extract, type ManagedObject } from "@apimachinery/client";
import { deducedParseableType, FieldSet, Parser, type Path } from "@apimachinery/runtime/structuredmerge";
import type { JSONValue } from "@apimachinery/runtime";
import fc from "fast-check";
import { expect, test } from "vitest";

const text = { scalar: "string" };
const number = { scalar: "numeric" };

/** Lists and maps of every kind. `extract` does not know this schema, and the merge engine does. */
const parser = new Parser({
  types: [
    {
      name: "object",
      map: {
        fields: [
          { name: "apiVersion", type: text },
          { name: "kind", type: text },
          { name: "title", type: text },
          { name: "labels", type: { map: { elementType: text } } },
          { name: "whole", type: { map: { elementType: text, elementRelationship: "atomic" } } },
          { name: "steps", type: { list: { elementType: text, elementRelationship: "atomic" } } },
          { name: "tags", type: { list: { elementType: text, elementRelationship: "associative" } } },
          { name: "ports", type: { list: { elementType: { namedType: "port" }, ...keyed("port", "protocol") } } },
        ],
      },
    },
    {
      name: "port",
      map: {
        fields: [
          { name: "port", type: number },
          { name: "protocol", type: text },
          { name: "host", type: text },
          { name: "rules", type: { list: { elementType: { namedType: "rule" }, ...keyed("name") } } },
        ],
      },
    },
    { name: "rule", map: { fields: ["name", "action"].map((name) => ({ name, type: text })) } },
  ],
});

function keyed(...keys: readonly string[]): { elementRelationship: string; keys: string[] } {
  return { elementRelationship: "associative", keys: [...keys] };
}

const word = fc.constantFrom("a", "b", "c.d/e", "ü", '"');
const words = fc.uniqueArray(word, { minLength: 1 });
const table = fc.dictionary(word, word, { minKeys: 1 });
const rule = fc.record({ name: word, action: word }, { requiredKeys: ["name"] });
const port = fc.record(
  {
    port: fc.integer({ min: 1, max: 3 }),
    protocol: fc.constantFrom("TCP", "UDP"),
    host: word,
    rules: fc.uniqueArray(rule, { minLength: 1, selector: ({ name }) => name }),
  },
  { requiredKeys: ["port"] },
);
const object = fc.record(
  {
    title: word,
    labels: table,
    whole: table,
    steps: fc.array(word, { minLength: 1 }),
    tags: words,
    ports: fc.uniqueArray(port, { minLength: 1, selector: (one) => `${String(one.port)} ${one.protocol ?? ""}` }),
  },
  { requiredKeys: [] },
);

/** Returns a path, and the paths to the keys of its items. An apply always sets both. */
function withKeys(path: Path): readonly Path[] {
  const keys = path.flatMap((element, at) =>
    "key" in element ? element.key.map(({ name }) => [...path.slice(0, at + 1), { fieldName: name }]) : [],
  );
  return [path, ...keys];
}

test("extracts without a schema what the merge engine extracts with one", () => {
  let extracted = 0;
  fc.assert(
    fc.property(object, fc.array(fc.boolean(), { minLength: 60, maxLength: 60 }), (fields, choices) => {
      const value = JSON.parse(JSON.stringify({ apiVersion: "v1", kind: "Thing", ...fields })) as JSONValue;
      const typed = parser.type("object").fromValue(value);
      const owned = new FieldSet();
      for (const [index, path] of [...typed.toFieldSet()].entries())
        if (choices[index] === true) for (const one of withKeys(path)) owned.insert(one);
      const managed: ManagedObject = {
        apiVersion: "v1",
        kind: "Thing",
        ...fields,
        metadata: { managedFields: [{ manager: "me", operation: "Apply", fieldsV1: owned.toJSON() }] },
      };
      const expected = typed.extractItems(owned.leaves()).asValue() as object | null;
      extracted += Object.keys(expected ?? {}).length;
      expect(extract(managed, "me")).toEqual({ apiVersion: "v1", kind: "Thing", metadata: {}, ...expected });
    }),
    { seed: 1, numRuns: 300 },
  );
  expect(extracted).toBeGreaterThan(300);
});

test("without a schema, the merge engine would extract items of other managers", () => {
  const value = { tags: ["mine", "theirs"] };
  const owned = FieldSet.fromJSON({ "f:tags": { 'v:"mine"': {} } });
  expect(deducedParseableType.fromValue(value).extractItems(owned).asValue()).toEqual(value);
  const metadata = { managedFields: [{ manager: "me", operation: "Apply" as const, fieldsV1: owned.toJSON() }] };
  expect(extract({ apiVersion: "v1", kind: "Thing", metadata, ...value }, "me")).toMatchObject({ tags: ["mine"] });
});
