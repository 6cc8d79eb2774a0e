import { field, type Operation, type TypeSchema } from "@apimachinery/runtime";
import { validateTypeRules } from "@apimachinery/runtime/cel";
import { expect, test } from "vitest";
import { structuralSchema } from "../../runtime/rules/structural.js";

const create: Operation = { type: "Create", options: {}, request: { subresources: [] } };
const update: Operation = { ...create, type: "Update" };
const cel = (rule: string) => ({ kind: "cel", rule }) as const;
const text = { type: "string" } as const;

/** Returns the errors of the rules of a new object, or of one that replaces another. */
function errorsOf(schema: TypeSchema, object: unknown, old?: unknown): readonly string[] {
  const path = field.newPath("at");
  return validateTypeRules(schema, old === undefined ? create : update, path, object, old, []).map(field.errorText);
}

test("rules of a field come before those of its type, and those of a type before those of its bases", () => {
  const size: TypeSchema = { name: "v1.Size", value: { type: "int32" }, rules: [cel("self != 1")] };
  const base: TypeSchema = { name: "v1.Base", fields: {}, rules: [cel("self.size != 1")] };
  const schema: TypeSchema = {
    name: "v1.Hat",
    bases: [{ to: () => base }],
    fields: { size: { type: "ref", to: () => size, rules: [cel("self > 1")] } },
    rules: [cel("self.size > 1")],
  };
  expect(errorsOf(schema, { size: 1 })).toEqual([
    "at: Invalid value: failed rule: self.size > 1",
    "at: Invalid value: failed rule: self.size != 1",
    "at.size: Invalid value: 1: failed rule: self > 1",
    "at.size: Invalid value: 1: failed rule: self != 1",
  ]);
});

test("rules of items, values and properties of a field apply to the parts of its value", () => {
  const inner: TypeSchema = { name: "v1.Inner", fields: { a: text, b: text } };
  const schema: TypeSchema = {
    name: "v1.Hat",
    fields: {
      list: { type: "list", items: text, rules: [{ kind: "items", rules: [cel("self != 'x'")] }] },
      map: { type: "map", values: text, rules: [{ kind: "values", rules: [cel("self != 'x'")] }] },
      inner: {
        type: "ref",
        to: () => inner,
        rules: [{ kind: "subfield", name: "b", rules: [cel("self != 'x'")] }],
      },
    },
  };
  expect(errorsOf(schema, { list: ["a", "x"], map: { k: "x" }, inner: { a: "x", b: "x" } })).toEqual([
    "at.list[1]: Invalid value: \"x\": failed rule: self != 'x'",
    "at.map[k]: Invalid value: \"x\": failed rule: self != 'x'",
    "at.inner.b: Invalid value: \"x\": failed rule: self != 'x'",
  ]);
});

test("an undefined property is absent, also in comparisons with the old object", () => {
  const schema: TypeSchema = {
    name: "v1.Hat",
    fields: { a: { ...text, optional: true }, b: { ...text, optional: true } },
    rules: [cel("!has(self.a)"), cel("self == oldSelf")],
  };
  expect(errorsOf(schema, { a: undefined, b: "x" }, { b: "x" })).toEqual([]);
  expect(errorsOf(schema, { a: "y" }, { a: "y", b: undefined })).toEqual([]);
});

test("the rules of a member of a union apply to its objects only", () => {
  const disc: TypeSchema = {
    name: "v1.Disc",
    fields: { type: text, size: { type: "int32" } },
    rules: [cel("self.size > 1")],
  };
  const square: TypeSchema = { name: "v1.Square", fields: { type: text, size: { type: "int32" } } };
  const shape: TypeSchema = {
    name: "v1.Shape",
    discriminator: "type",
    members: { Disc: () => disc, Square: () => square },
  };
  expect(errorsOf(shape, { type: "Square", size: 1 })).toEqual([]);
  expect(errorsOf(shape, { type: "Disc", size: 1 })).toEqual([
    "at: Invalid value: failed rule: self.type != 'Disc' || (self.size > 1)",
  ]);
});

test("a type inside itself is any value", () => {
  const part: TypeSchema = {
    name: "v1.Part",
    fields: { name: text, parts: { type: "list", items: { type: "ref", to: () => part }, optional: true } },
    rules: [cel("self.name != 'x'")],
  };
  expect(structuralSchema(part).properties?.["parts"]).toEqual({
    type: "array",
    items: { "x-kubernetes-preserve-unknown-fields": true },
  });
  expect(errorsOf(part, { name: "x", parts: [{ name: "x" }] })).toEqual([
    "at: Invalid value: failed rule: self.name != 'x'",
  ]);
});

test("an error that makes the value invalid keeps its rules from being checked", () => {
  const schema: TypeSchema = { name: "v1.Hat", fields: { a: text }, rules: [cel("self.a != 'x'")] };
  const path = field.newPath("a");
  const count = (error: field.FieldError): number =>
    validateTypeRules(schema, create, undefined, { a: "x" }, undefined, [error]).filter(({ detail }) =>
      detail.startsWith("failed rule"),
    ).length;
  expect(count(field.invalid(path, "x", "wrong"))).toBe(1);
  expect(count(field.required(path, ""))).toBe(0);
  expect(count({ ...field.invalid(path, "x", "wrong"), origin: "format=email" })).toBe(0);
  expect(count({ ...field.required(path, ""), stability: "alpha" })).toBe(1);
});
