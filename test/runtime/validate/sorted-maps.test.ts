import { field, Scheme, type FieldError, type FieldPath, type Operation, type TypeMeta } from "@apimachinery/runtime";
import type { Schema } from "@apimachinery/runtime/codegen/v1";
import { expect, test } from "vitest";

interface Part {
  name: string;
  labels: Record<string, string>;
  inner: Record<string, Part>;
}

interface Machine extends TypeMeta {
  parts: Part[];
}

const gv = { group: "shop.example.com", version: "v1" };
const text = { type: "string" } as const;
const PartSchema: Schema<Part> = {
  name: "v1.Part",
  fields: {
    name: text,
    labels: { type: "map", values: text },
    inner: { type: "map", values: { type: "ref", to: () => PartSchema } },
  },
};
const MachineSchema: Schema<Machine> = {
  name: "v1.Machine",
  gvk: { ...gv, kind: "Machine" },
  fields: {
    apiVersion: text,
    kind: text,
    parts: { type: "list", items: { type: "ref", to: () => PartSchema } },
  },
};

function Validate_Machine(_op: Operation, fldPath: FieldPath | undefined, { parts }: Machine): FieldError[] {
  const path = fldPath?.child("parts") ?? field.newPath("parts");
  const isRepeated = ({ name }: Part, at: number) => parts.findIndex((other) => other.name === name) < at;
  return parts.flatMap((part, at) => (isRepeated(part, at) ? field.duplicate(path.index(at), part) : []));
}

test("a value in an error has sorted maps and the fields of an object in their order", () => {
  const scheme = new Scheme();
  scheme.addKnownTypes(gv, { schema: MachineSchema });
  scheme.addValidationFunc(MachineSchema, ["/"], Validate_Machine);
  const inner = { name: "c", labels: { "\u{1f600}": "1", "\uffff": "2" }, inner: {} };
  const part: Part = { name: "a", labels: { b: "1", a: "2" }, inner: { z: inner, y: inner } };
  const machine = { apiVersion: "shop.example.com/v1", kind: "Machine", parts: [part, part] };
  const errors = scheme.validate({}, machine);
  const c = '{"name":"c","labels":{"\uffff":"2","\u{1f600}":"1"},"inner":{}}';
  expect(errors.map(field.errorText)).toEqual([
    `parts[1]: Duplicate value: {"name":"a","labels":{"a":"2","b":"1"},"inner":{"y":${c},"z":${c}}}`,
  ]);
  expect(Object.keys(part.labels)).toEqual(["b", "a"]);
});
