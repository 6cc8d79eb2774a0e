import { expect, test } from "vitest";
import type { ObjectMeta, Schema, TypeMeta } from "@apimachinery/runtime";
import { ObjectMetaSchema, preserveLost, restoreLost } from "@apimachinery/runtime/codegen/v1";

/**
 * A kind in the hub. The type of the version lacks `limit` and `notes`, and its strings have at
 * most three characters.
 */
interface Shelf extends TypeMeta {
  metadata: ObjectMeta;
  title: string;
  limit?: number;
  books: { name: string; note?: string }[];
  steps: { text: string; note?: string }[];
  tags: string[];
}

const bookSchema: Schema<{ name: string; note?: string }> = {
  name: "hub.Book",
  fields: { name: { type: "string" }, note: { type: "string", optional: true } },
};
const stepSchema: Schema<{ text: string; note?: string }> = {
  name: "hub.Step",
  fields: { text: { type: "string" }, note: { type: "string", optional: true } },
};
const schema: Schema<Shelf> = {
  name: "hub.Shelf",
  fields: {
    apiVersion: { type: "string" },
    kind: { type: "string" },
    metadata: { type: "ref", to: () => ObjectMetaSchema },
    title: { type: "string" },
    limit: { type: "float64", optional: true },
    books: { type: "list", items: { type: "ref", to: () => bookSchema }, listType: "map", listMapKeys: ["name"] },
    steps: { type: "list", items: { type: "ref", to: () => stepSchema } },
    tags: { type: "list", items: { type: "string" } },
  },
};

const name = "shelf.example.com/conversion-data";

const shelf: Shelf = {
  apiVersion: "v",
  kind: "Shelf",
  metadata: { name: "a" },
  title: "A long title",
  limit: 3,
  books: [
    { name: "x", note: "of x" },
    { name: "y", note: "of y" },
  ],
  steps: [
    { text: "one", note: "1" },
    { text: "two", note: "2" },
  ],
  tags: ["first", "second"],
};

/**
 * Simulates a conversion to the version and back. The result has the hub's type, but lacks all
 * values that the version cannot contain.
 */
function lose({ limit: _limit, ...input }: Shelf): Shelf {
  return {
    ...input,
    title: input.title.slice(0, 3),
    books: input.books.map(({ name }) => ({ name })),
    steps: input.steps.map(({ text }) => ({ text })),
    tags: input.tags.slice(0, 1),
  };
}

function preserve(input: Shelf): Shelf {
  const output = lose(input);
  return preserveLost(schema, name, input, output, output);
}

const restore = (output: Shelf) => restoreLost(schema, name, output);

test.each(["", "old/v1"])("the apiVersion %j of an embedded object is not stored", (apiVersion) => {
  const input: Shelf = { ...shelf, apiVersion, kind: apiVersion === "" ? "" : "Shelf" };
  expect(preserveLost(schema, name, input, shelf, shelf)).toBe(shelf);
});

test("an unchanged object is restored completely, without the annotation", () => {
  const kept = preserve(shelf);
  expect(Object.keys(kept.metadata.annotations ?? {})).toEqual([name]);
  expect(restore(kept)).toEqual(shelf);
});

test("the annotation contains only lost values", () => {
  const text = preserve(shelf).metadata.annotations?.[name] ?? "";
  expect(JSON.parse(text)).toEqual({
    fields: {
      title: { was: "A long title", became: "A l" },
      limit: { was: 3 },
      books: {
        keyed: [
          { key: { name: "x" }, change: { fields: { note: { was: "of x" } } } },
          { key: { name: "y" }, change: { fields: { note: { was: "of y" } } } },
        ],
      },
      steps: {
        items: { 0: { fields: { note: { was: "1" } } }, 1: { fields: { note: { was: "2" } } } },
        digest: expect.stringMatching(/^[0-9a-f]{16}$/) as string,
      },
      tags: { was: ["first", "second"], digest: expect.stringMatching(/^[0-9a-f]{16}$/) as string },
    },
  });
});

test("without a loss the object has no annotation and is not copied", () => {
  const output = { ...shelf };
  expect(preserveLost(schema, name, shelf, output, shelf)).toBe(output);
  expect(restore(shelf)).toBe(shelf);
});

test("values that changed in the version are not restored", () => {
  expect(restore({ ...preserve(shelf), title: "New" }).title).toBe("New");
  expect(restore({ ...preserve(shelf), limit: 7 }).limit).toBe(7);
  expect(restore({ ...preserve(shelf), tags: ["first", "other"] }).tags).toEqual(["first", "other"]);
});

test("items with keys are restored at any position; items without keys in an unchanged list", () => {
  const kept = preserve(shelf);
  const [x = { name: "" }, y = { name: "" }] = kept.books;
  expect(restore({ ...kept, books: [y, { name: "z" }, x] }).books).toEqual([
    { name: "y", note: "of y" },
    { name: "z" },
    { name: "x", note: "of x" },
  ]);
  expect(restore({ ...kept, steps: [...kept.steps].reverse() }).steps).toEqual([{ text: "two" }, { text: "one" }]);
});

test("other annotations stay, and an empty map is restored", () => {
  const annotated = { ...shelf, metadata: { name: "a", annotations: { other: "1" } } };
  expect(restore(preserve(annotated))).toEqual(annotated);
  const empty = { ...shelf, metadata: { name: "a", annotations: {} } };
  expect(restore(preserve(empty))).toEqual(empty);
});

test("nothing is mutated", () => {
  const before = structuredClone(shelf);
  const kept = preserve(shelf);
  const text = JSON.stringify(kept);
  restore(kept);
  expect(shelf).toEqual(before);
  expect(JSON.stringify(kept)).toBe(text);
});

test.each([
  ["no JSON", "{"],
  ["another value", "[1]"],
  ["values of other types", JSON.stringify({ fields: { limit: { was: "many" } } })],
  ["an object in place of a list", JSON.stringify({ fields: { tags: { was: {}, digest: "0" } } })],
  [
    "a map in place of the metadata's texts",
    JSON.stringify({ fields: { metadata: { fields: { labels: { was: { a: 1 } } } } } }),
  ],
])("a foreign annotation, %s, is removed and creates no values of wrong types", (_what, text) => {
  const plain = lose(shelf);
  expect(restore({ ...plain, metadata: { name: "a", annotations: { [name]: text } } })).toEqual(plain);
});

test("a key __proto__ is data", () => {
  const text = `{"fields":{"metadata":{"fields":{"labels":{"was":{"__proto__":"x"}}}}}}`;
  const { labels } = restore({ ...lose(shelf), metadata: { name: "a", annotations: { [name]: text } } }).metadata;
  expect(Object.entries(labels ?? {})).toEqual([["__proto__", "x"]]);
});
