import { field, Scheme, type ErrorList, type FieldPath, type Operation, type TypeMeta } from "@apimachinery/runtime";
import type { Schema } from "@apimachinery/runtime/codegen/v1";
import { expect, test } from "vitest";

interface Box extends TypeMeta {
  size: number;
}

const gv = { group: "shop.example.com", version: "v1" };
const BoxSchema: Schema<Box> = {
  name: "v1.Box",
  gvk: { ...gv, kind: "Box" },
  fields: {
    apiVersion: { type: "string" },
    kind: { type: "string" },
    size: { type: "float64" },
  },
};
const box = (size: number) => ({ apiVersion: "shop.example.com/v1", kind: "Box", size });

function Validate_Box(op: Operation, fldPath: FieldPath | undefined, obj: Box, oldObj: Box | undefined): ErrorList {
  const path = fldPath?.child("size") ?? field.newPath("size");
  if (op.options["Large"] === true || obj.size < 10) return [];
  return oldObj?.size === obj.size ? [] : [field.invalid(path, obj.size, "must be less than or equal to 9")];
}

function schemeWithRules(): Scheme {
  const scheme = new Scheme();
  scheme.addKnownTypes(gv, { schema: BoxSchema });
  scheme.addValidationFunc(BoxSchema, ["/", "/status"], Validate_Box);
  return scheme;
}

const texts = (errors: ErrorList) => errors.map(field.errorText);

test("a scheme validates new and updated objects by the rules of their kinds", () => {
  const scheme = schemeWithRules();
  const tooLarge = ["size: Invalid value: 11: must be less than or equal to 9"];
  expect(texts(scheme.validate({}, box(9)))).toEqual([]);
  expect(texts(scheme.validate({}, box(11)))).toEqual(tooLarge);
  expect(texts(scheme.validate({ Large: true }, box(11)))).toEqual([]);
  expect(texts(scheme.validateUpdate({}, box(11), box(11)))).toEqual([]);
  expect(texts(scheme.validateUpdate({}, box(11), box(10), "status"))).toEqual(tooLarge);
});

test("a request of another subresource is an internal error", () => {
  expect(texts(schemeWithRules().validate({}, box(1), "x", "y"))).toEqual([
    "<nil>: Internal error: no validation found for *v1.Box, subresource: /x/y",
  ]);
});

test("a kind without rules and an unknown kind have no errors", () => {
  const scheme = new Scheme();
  expect(scheme.validate({}, box(11))).toEqual([]);
  scheme.addKnownTypes(gv, { schema: BoxSchema });
  expect(scheme.validateUpdate({}, box(11), box(1), "any")).toEqual([]);
});
