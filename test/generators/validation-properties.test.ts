import { rmSync } from "node:fs";
import { afterAll, describe, expect, test } from "vitest";
import { workFolder } from "../golden/cases.js";
import { errorsOf, importValidation, testRows } from "./validation-rows.js";

afterAll(() => {
  rmSync(`${workFolder}-values`, { recursive: true, force: true });
});

const fields = await importValidation("fields");

describe("properties", () => {
  const valid = {
    name: "abc",
    flag: true,
    token: "YQ==",
    code: "",
    withDefault: "a",
    withZero: 0,
    speed: "Fast",
    fixed: "x",
    generation: 3,
    noRules: "",
  };
  testRows(fields, "OrderSpec", valid, { Turbo: true }, [
    ["a required string is not empty, and no other rule is checked", { name: "" }, undefined, ["name: Required value"]],
    ["a required boolean is true", { flag: false }, undefined, ["flag: Required value"]],
    ["required bytes are not empty", { token: "" }, undefined, ["token: Required value"]],
    [
      "items of bytes are the decoded bytes",
      { token: "YWJjZGU=" },
      undefined,
      ["[maxItems] token: Too many: 5: must have at most 4 items"],
    ],
    ["as many bytes as allowed", { token: "YWJjZA==" }, undefined, []],
    [
      "lengths count characters",
      { name: "🙂" },
      undefined,
      ["[minLength] name: Too short: must be at least 2 characters"],
    ],
    [
      "a text is too long by one character",
      { name: "🙂🙂🙂🙂🙂🙂" },
      undefined,
      ["[maxLength] name: Too long: may not be more than 5 characters"],
    ],
    [
      "bytes of an optional text are limited",
      { code: "€€" },
      undefined,
      ["[maxBytes] code: Too long: may not be more than 4 bytes"],
    ],
    [
      "a text must not be equal to another one",
      { code: "none" },
      undefined,
      ['[neq] code: Invalid value: "none": must not be equal to "none"'],
    ],
    [
      "a zero of a pointer is set, so that its limits apply",
      { count: 0 },
      undefined,
      ["[minimum] count: Invalid value: 0: must be greater than or equal to 1"],
    ],
    [
      "a number above its limit",
      { count: 10 },
      undefined,
      ["[maximum] count: Invalid value: 10: must be less than or equal to 9"],
    ],
    ["an omitted zero is unset", { offset: 0 }, undefined, []],
    [
      "a value that can be omitted has its limits",
      { offset: -6 },
      undefined,
      ["[minimum] offset: Invalid value: -6: must be greater than or equal to -5"],
    ],
    ["a forbidden property must be absent, even if it is empty", { secret: "" }, undefined, ["secret: Forbidden"]],
    ["a default makes an optional property required", { withDefault: "" }, undefined, ["withDefault: Required value"]],
    [
      "the members of an enumeration are sorted",
      { speed: "Warp" },
      undefined,
      ['speed: Unsupported value: "Warp": supported values: "Fast", "Slow", "Turbo"'],
    ],
    ["a member is allowed by an option", { speed: "Turbo" }, undefined, [], { Turbo: true }],
    [
      "a member is excluded by an option",
      { speed: "Turbo" },
      undefined,
      ['speed: Unsupported value: "Turbo": supported values: "Fast", "Slow"'],
      { Turbo: false },
    ],
    [
      "an option that the request does not define is an internal error",
      {},
      undefined,
      ['speed: Internal error: undefined validation option "Turbo"'],
      {},
    ],
    [
      "an update must not change an immutable property",
      { fixed: "y" },
      {},
      ["[immutable] fixed: Invalid value: null: field is immutable"],
    ],
    [
      "an update must not remove a property of an immutable type",
      {},
      { badge: "b" },
      ["[immutable] badge: Invalid value: null: field is immutable"],
    ],
    ["an update can remove an optional property of an immutable type", {}, { optionalBadge: "b" }, []],
    [
      "an update must not decrease a number",
      { generation: 2 },
      {},
      ["[monotonic] generation: Invalid value: 2: may not be decreased from 3"],
    ],
    ["an update can increase a number", { generation: 4 }, {}, []],
    [
      "an update can leave one property invalid, and not make another one invalid",
      { name: "", flag: false },
      { name: "" },
      ["flag: Required value"],
    ],
    [
      "an update that changes an invalid property must make it valid",
      { name: "toolong2" },
      { name: "toolong1" },
      ["[maxLength] name: Too long: may not be more than 5 characters"],
    ],
  ]);

  test("errors have the path of the kind, in the order of the properties", () => {
    const order = { spec: { ...valid, name: "", flag: false, speed: "" } };
    expect(errorsOf(fields, "Order", order, undefined, { Turbo: true })).toEqual([
      "spec.name: Required value",
      "spec.flag: Required value",
      'spec.speed: Unsupported value: "": supported values: "Fast", "Slow", "Turbo"',
    ]);
  });
});
