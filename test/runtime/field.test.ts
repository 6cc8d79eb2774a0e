import { field } from "@apimachinery/runtime";
import { describe, expect, test } from "vitest";

import { vectors } from "./vectors.js";

type Constructor = (path: field.Path, ...args: never[]) => field.FieldError;
const { errors } = vectors("field") as {
  errors: [constructor: string, args: never[], text: string, body: string, type: string][];
};
const constructors = new Map<string, Constructor>(
  Object.entries({
    invalid: field.invalid,
    typeInvalid: field.typeInvalid,
    duplicate: field.duplicate,
    notFound: field.notFound,
    notSupported: field.notSupported,
    required: field.required,
    forbidden: field.forbidden,
    tooLong: field.tooLong,
    tooLongCharacters: field.tooLongCharacters,
    tooShort: field.tooShort,
    tooMany: field.tooMany,
    tooFew: field.tooFew,
  }),
);

describe("field errors", () => {
  test("messages are as Go prints them", () => {
    const ours = errors.map(([name, args]) => {
      const error = constructors.get(name)?.(field.newPath("spec"), ...args);
      return error === undefined ? [name] : [name, args, field.errorText(error), field.errorBody(error), error.type];
    });
    expect(ours).toEqual(errors);
  });

  test("a list has the message of Go's aggregate", () => {
    const path = field.newPath("spec");
    const [a, b] = [field.required(path.child("a"), ""), field.forbidden(path.child("b"), "no")];
    expect([[], [a], [a, a], [a, b, a]].map(field.aggregateText)).toEqual([
      "",
      "spec.a: Required value",
      "spec.a: Required value",
      "[spec.a: Required value, spec.b: Forbidden: no]",
    ]);
  });

  test("an internal error has its message, a missing path is <nil>, and an origin is kept", () => {
    expect(field.errorText(field.internalError(null, new Error("boom")))).toBe("<nil>: Internal error: boom");
    expect(field.withOrigin(field.invalid(null, 1, "x"), "maximum").origin).toBe("maximum");
  });
});

describe("paths", () => {
  test("are printed as by Kubernetes", () => {
    const path = field.newPath("spec", "template");
    expect(
      [
        path,
        path.child("a", "b"),
        path.index(0),
        path.key("x/y").child("z"),
        path.index(1).index(2),
        path.child("a").root(),
      ].map(String),
    ).toEqual([
      "spec.template",
      "spec.template.a.b",
      "spec.template[0]",
      "spec.template[x/y].z",
      "spec.template[1][2]",
      "spec",
    ]);
  });
});
