import { rmSync } from "node:fs";
import { afterAll, describe, expect, test } from "vitest";
import { workFolder } from "../golden/cases.js";
import { errorsOf, importValidation } from "./validation-rows.js";

afterAll(() => {
  rmSync(`${workFolder}-values`, { recursive: true, force: true });
});

const names = await importValidation("property-names");

const filled = { "x-y": "a", default: "a", constructor: "a", toString: "a" };

describe("names that have another meaning in JavaScript", () => {
  test("a property whose name every object inherits is missing if an object does not have it", () => {
    expect(errorsOf(names, "Box", { names: {} }, undefined, {})).toEqual([
      "names.x-y: Required value",
      "names.default: Required value",
      "names.constructor: Required value",
    ]);
    expect(errorsOf(names, "Box", { names: filled }, undefined, {})).toEqual([]);
  });

  test("an update that adds nothing passes", () => {
    expect(errorsOf(names, "Box", { names: {} }, { names: {} }, {})).toEqual([]);
    expect(errorsOf(names, "Box", { names: { ...filled, default: "aaaa" } }, { names: filled }, {})).toEqual([
      "[maxLength] names.default: Too long: may not be more than 3 characters",
    ]);
  });

  test("properties with quoted and reserved names, and with names of variables, have their rules", () => {
    const long = "aaaa";
    const all = { "x-y": long, default: long, constructor: long, toString: long, obj: long, errors: long };
    expect(errorsOf(names, "Box", { names: { ...all, 'quo"te': long } }, undefined, {})).toEqual(
      ["x-y", "default", "constructor", "toString", "obj", "errors", 'quo"te'].map(
        (name) => `[maxLength] names.${name}: Too long: may not be more than 3 characters`,
      ),
    );
  });

  test("types can have the names of the runtime's types and of JavaScript's objects", () => {
    const box = {
      names: filled,
      path: { next: "aa" },
      error: { message: "aa" },
      map: { key: "a", maps: { a: { key: "aa" } } },
      array: { item: "aa" },
      text: { text: "aa" },
      validate: { text: "aa" },
      scheme: { text: "aa" },
    };
    expect(errorsOf(names, "Box", box, undefined, {})).toEqual(
      ["path.next", "error.message", "map.maps[a].key", "array.item", "text.text", "validate.text", "scheme.text"].map(
        (path) => `[maxLength] ${path}: Too long: may not be more than 1 character`,
      ),
    );
  });
});
