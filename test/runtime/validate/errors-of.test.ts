import { field, setLeftOut, type Operation } from "@apimachinery/runtime";
import { expect, test } from "vitest";
import { child, index, key } from "../../../runtime/field/below.js";
import { errorsOf, isReal } from "../../../runtime/operation/any-path.js";
import type { Check } from "../../../runtime/operation/operation.js";
import { isPresent } from "../../../runtime/validator/presence.js";

const create = (): Operation => ({ type: "Create", options: {}, request: { subresources: [] } });

/** Requires `name` in each item, and records the paths that hand-written functions get. */
function checker(paths: string[]): Check {
  return (op, path, value, _old, errors) => {
    (value as readonly { readonly name: string }[]).forEach((item, at) => {
      const own = index(child(path, "items"), at);
      if (item.name === "") isPresent(op, own, item, undefined, "name", errors);
      if (item.name === "user" && isReal(own)) paths.push(String(own));
      if (item.name === "bad") errors.push(field.required(key(own, "k"), ""));
    });
  };
}

test("errors have the paths of their values", () => {
  const errors = errorsOf(checker([]), create(), field.newPath("spec"), [{ name: "a" }, { name: "bad" }], undefined);
  expect(errors.map(field.errorText)).toEqual(["spec.items[1][k]: Required value"]);
});

test("a path at the root is kept", () => {
  const errors = errorsOf(checker([]), create(), undefined, [{ name: "bad" }], undefined);
  expect(errors.map(field.errorText)).toEqual(["items[0][k]: Required value"]);
});

test("a hand-written function is called once, with the real path", () => {
  const paths: string[] = [];
  const list = [{ name: "a" }, { name: "user" }, { name: "bad" }];
  expect(errorsOf(checker(paths), create(), undefined, list, undefined)).toHaveLength(1);
  expect(paths).toEqual(["items[1]"]);
  expect(errorsOf(checker(paths), create(), undefined, [{ name: "user" }], undefined)).toEqual([]);
  expect(paths).toEqual(["items[1]", "items[0]"]);
});

test("a check inside of another one does not hide that the outer one needs paths", () => {
  const inner = checker([]);
  const paths: string[] = [];
  const outer: Check = (op, fldPath) => {
    if (isReal(fldPath)) paths.push(String(fldPath));
    expect(errorsOf(inner, op, undefined, [{ name: "a" }], undefined)).toEqual([]);
  };
  expect(errorsOf(outer, create(), field.newPath("x"), "value", undefined)).toEqual([]);
  expect(paths).toEqual(["x"]);
});

test("only the items whose JSON lacks a property have an error", () => {
  const op = create();
  setLeftOut(op, () => ({
    names: [],
    below: new Map([["items", { names: [], below: [undefined, { names: ["name"] }] }]]),
  }));
  const list = [{ name: "" }, { name: "" }];
  const errors = errorsOf(checker([]), op, undefined, list, undefined);
  expect(errors.map(field.errorText)).toEqual(["items[1].name: Required value"]);
  setLeftOut(op, () => ({ names: ["other"] }));
  expect(errorsOf(checker([]), op, undefined, list, undefined)).toEqual([]);
});
