import { field, setLeftOut, type Operation } from "@apimachinery/runtime";
import { validate } from "@apimachinery/runtime/codegen/v1";
import { expect, test } from "vitest";

const create = (): Operation => ({ type: "Create", options: {}, request: { subresources: [] } });

/** Requires `name` in each item, and records the paths that hand-written functions get. */
function checker(paths: string[]): validate.Validator<readonly { readonly name: string }[]> {
  return (op, fldPath, list, oldList, errors) => {
    validate.eachItem(
      op,
      validate.child(fldPath, "items"),
      list,
      oldList,
      undefined,
      (_op, path, item, _old, found) => {
        if (item.name === "") validate.isPresent(op, path, item, undefined, "name", found);
        if (item.name === "user" && validate.isReal(path)) paths.push(String(path));
        if (item.name === "bad") found.push(validate.required(validate.key(path, "k")));
      },
      errors,
    );
  };
}

test("errors have the paths of their values", () => {
  const errors = validate.errorsOf(
    checker([]),
    create(),
    field.newPath("spec"),
    [{ name: "a" }, { name: "bad" }],
    undefined,
  );
  expect(errors.map(field.errorText)).toEqual(["spec.items[1][k]: Required value"]);
});

test("a path at the root is kept", () => {
  const errors = validate.errorsOf(checker([]), create(), undefined, [{ name: "bad" }], undefined);
  expect(errors.map(field.errorText)).toEqual(["items[0][k]: Required value"]);
});

test("a hand-written function is called once, with the real path", () => {
  const paths: string[] = [];
  const list = [{ name: "a" }, { name: "user" }, { name: "bad" }];
  expect(validate.errorsOf(checker(paths), create(), undefined, list, undefined)).toHaveLength(1);
  expect(paths).toEqual(["items[1]"]);
  expect(validate.errorsOf(checker(paths), create(), undefined, [{ name: "user" }], undefined)).toEqual([]);
  expect(paths).toEqual(["items[1]", "items[0]"]);
});

test("a check inside of another one does not hide that the outer one needs paths", () => {
  const inner = checker([]);
  const paths: string[] = [];
  const outer: validate.Validator<string> = (op, fldPath) => {
    if (validate.isReal(fldPath)) paths.push(String(fldPath));
    expect(validate.errorsOf(inner, op, undefined, [{ name: "a" }], undefined)).toEqual([]);
  };
  expect(validate.errorsOf(outer, create(), field.newPath("x"), "value", undefined)).toEqual([]);
  expect(paths).toEqual(["x"]);
});

test("only the items whose JSON lacks a property have an error", () => {
  const op = create();
  setLeftOut(op, () => ({
    names: [],
    below: new Map([["items", { names: [], below: [undefined, { names: ["name"] }] }]]),
  }));
  const list = [{ name: "" }, { name: "" }];
  const errors = validate.errorsOf(checker([]), op, undefined, list, undefined);
  expect(errors.map(field.errorText)).toEqual(["items[1].name: Required value"]);
  setLeftOut(op, () => ({ names: ["other"] }));
  expect(validate.errorsOf(checker([]), op, undefined, list, undefined)).toEqual([]);
});
