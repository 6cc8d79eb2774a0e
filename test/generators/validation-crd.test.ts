import { rmSync } from "node:fs";
import { afterAll, describe, expect, test } from "vitest";
import { expectLinearTime } from "../runtime/linear-time.js";
import { workFolder } from "../golden/cases.js";
import { errorsOf, importValidation, testRows } from "./validation-rows.js";

afterAll(() => {
  rmSync(`${workFolder}-values`, { recursive: true, force: true });
});

describe("numbers", async () => {
  const numbers = await importValidation("crd-numbers");
  const valid = { count: 1, price: 1.1, eggs: 12 };
  testRows(numbers, "Order", valid, {}, [
    ["a number at its limits", { count: 10 }, undefined, []],
    [
      "a number below its minimum",
      { count: 0 },
      undefined,
      ["count: Invalid value: 0: count in body should be greater than or equal to 1"],
    ],
    [
      "a number above its maximum",
      { count: 11 },
      undefined,
      ["count: Invalid value: 11: count in body should be less than or equal to 10"],
    ],
    [
      "an exclusive minimum is not allowed as a value",
      { price: 0.5 },
      undefined,
      ["price: Invalid value: 0.5: price in body should be greater than 0.5"],
    ],
    [
      "an exclusive maximum is not allowed as a value",
      { price: 100 },
      undefined,
      ["price: Invalid value: 100: price in body should be less than 100"],
    ],
    [
      "a number is a multiple",
      { price: 0.55 },
      undefined,
      ["price: Invalid value: 0.55: price in body should be a multiple of 0.1"],
    ],
    ["the fraction of a multiple can be inexact", { price: 0.6000000000000001 }, undefined, []],
    [
      "an integer is a multiple",
      { eggs: 7 },
      undefined,
      ["eggs: Invalid value: 7: eggs in body should be a multiple of 6"],
    ],
    ["an absent number has no limits", { price: undefined }, undefined, []],
    ["an update does not check a number that it does not change", { count: 0 }, { count: 0 }, []],
  ]);
});

describe("lengths", async () => {
  const lengths = await importValidation("crd-lengths");
  testRows(lengths, "Order", { customer: "Ann", memory: "1Gi" }, {}, [
    [
      "a text is not empty",
      { customer: "" },
      undefined,
      ['customer: Invalid value: "": customer in body should be at least 1 chars long'],
    ],
    ["a length counts characters", { customer: "🙂".repeat(63) }, undefined, []],
    [
      "a text is too long",
      { customer: "🙂".repeat(64) },
      undefined,
      ["customer: Too long: may not be more than 63 bytes"],
    ],
    ["a number has no length", { port: 1234567 }, undefined, []],
    [
      "a text beside numbers has a length",
      { port: "a-name" },
      undefined,
      ["port: Too long: may not be more than 5 bytes"],
    ],
  ]);
});

describe("patterns", async () => {
  const patterns = await importValidation("crd-pattern");
  const valid = { code: "ABC-1", note: "Abc", lines: ["a"], color: "#00ff00" };
  testRows(patterns, "Order", valid, {}, [
    [
      "a text matches",
      { code: "x" },
      undefined,
      ["code: Invalid value: \"x\": code in body should match '^[A-Z]{3}-\\d+$'"],
    ],
    [
      "a text that is too long is not searched",
      { code: "x".repeat(21) },
      undefined,
      ["code: Too long: may not be more than 20 bytes"],
    ],
    ["the syntax is that of RE2", { note: "ABC" }, undefined, []],
    ["an absent text matches", { note: undefined }, undefined, []],
    [
      "the items of a list match",
      { lines: ["a", "b;"] },
      undefined,
      ["lines[1]: Invalid value: \"b;\": lines[1] in body should match '^[^;]*$'"],
    ],
    [
      "the pattern of a type applies to its values",
      { color: "red" },
      undefined,
      ["color: Invalid value: \"red\": color in body should match '^#[0-9a-f]{6}$'"],
    ],
  ]);

  test("a long string takes linear time", () => {
    expectLinearTime(1 << 19, (size) => {
      const order = { ...valid, lines: ["a".repeat(size) + ";"] };
      expect(errorsOf(patterns, "Order", order, undefined, {})).toHaveLength(1);
    });
  });
});

describe("formats", async () => {
  const formats = await importValidation("crd-format");
  testRows(formats, "Order", { mail: "a@b.example", count: 1, secret: "" }, {}, [
    [
      "a text has its format",
      { mail: "none" },
      undefined,
      ['[format=email] mail: Invalid value: "none": mail in body must be of type email: "none"'],
    ],
    [
      "the name is printed as it is written, and the origin has no hyphen",
      { at: "now" },
      undefined,
      ['[format=datetime] at: Invalid value: "now": at in body must be of type date-time: "now"'],
    ],
    [
      "the items of a list have their format",
      { hosts: ["::1"] },
      undefined,
      ['[format=ipv4] hosts[0]: Invalid value: "::1": hosts[0] in body must be of type ipv4: "::1"'],
    ],
  ]);
});

describe("lists", async () => {
  const lists = await importValidation("crd-lists");
  testRows(lists, "Order", { names: ["a"], rows: [] }, {}, [
    [
      "a list has too few items",
      { names: [] },
      undefined,
      ["names: Invalid value: 0: names in body should have at least 1 items"],
    ],
    [
      "a list has too many items",
      { names: ["a", "b", "c", "d"] },
      undefined,
      ["names: Too many: 4: must have at most 3 items"],
    ],
    [
      "the items of a list are unique",
      { names: ["a", "b", "a"] },
      undefined,
      ['names: Invalid value: "": names in body shouldn\'t contain duplicates'],
    ],
    ["an absent list has no number of items", { parts: undefined }, undefined, []],
    [
      "an empty list has a number of items",
      { parts: [] },
      undefined,
      ["parts: Invalid value: 0: parts in body should have at least 2 items"],
    ],
    [
      "lists in a list have a number of items",
      { rows: [[1], []] },
      undefined,
      ["rows[1]: Invalid value: 0: rows[1] in body should have at least 1 items"],
    ],
    ["the rules of its type do not apply to an absent list", { tags: undefined }, undefined, []],
    [
      "the rules of its type apply to an empty list",
      { tags: [] },
      undefined,
      ["tags: Invalid value: 0: tags in body should have at least 1 items"],
    ],
  ]);
});

describe("items", async () => {
  const items = await importValidation("crd-items");
  testRows(items, "Order", { sizes: ["small"] }, {}, [
    [
      "every item has its rules",
      { sizes: ["", "small", "medium"] },
      undefined,
      [
        'sizes[0]: Invalid value: "": sizes[0] in body should be at least 1 chars long',
        'sizes[0]: Unsupported value: "": supported values: "small", "large"',
        'sizes[2]: Unsupported value: "medium": supported values: "small", "large"',
      ],
    ],
    ["an update does not check the items that it does not change", { sizes: ["x", "small"] }, { sizes: ["x"] }, []],
    [
      "the items of an optional list have rules",
      { counts: [1, 0] },
      undefined,
      ["counts[1]: Invalid value: 0: counts[1] in body should be greater than or equal to 1"],
    ],
  ]);
});

describe("properties", async () => {
  const properties = await importValidation("crd-properties");
  testRows(properties, "Order", { labels: { a: "b" }, source: { git: "x" } }, {}, [
    [
      "a map has too few entries",
      { labels: {} },
      undefined,
      ["labels: Invalid value: 0: labels in body should have at least 1 properties"],
    ],
    [
      "a map has too many entries",
      { labels: { a: "", b: "", c: "" } },
      undefined,
      ["labels: Too many: 3: must have at most 2 items"],
    ],
    [
      "an object has too few properties",
      { source: {} },
      undefined,
      ["source: Invalid value: 0: source in body should have at least 1 properties"],
    ],
    [
      "an object has too many properties",
      { source: { git: "x", image: "y" } },
      undefined,
      ["source: Too many: 2: must have at most 1 item"],
    ],
  ]);
});

describe("enumerations", async () => {
  const enums = await importValidation("crd-enum");
  testRows(enums, "Order", { size: "small", speed: "Fast", color: "red" }, {}, [
    ["an empty text can be a member", { size: "" }, undefined, []],
    [
      "a text is not a member",
      { size: "x" },
      undefined,
      ['size: Unsupported value: "x": supported values: "small", "large", ""'],
    ],
    [
      "a number is not a member",
      { count: 4 },
      undefined,
      ['count: Unsupported value: 4: supported values: "1", "2", "3"'],
    ],
    [
      "an enumeration can have fewer members than the type",
      { speed: "Turbo" },
      undefined,
      ['speed: Unsupported value: "Turbo": supported values: "Slow", "Fast"'],
    ],
    [
      "a type has an enumeration",
      { color: "blue" },
      undefined,
      ['color: Unsupported value: "blue": supported values: "red", "green"'],
    ],
  ]);
});

describe("required properties", async () => {
  const required = await importValidation("crd-required");
  testRows(required, "Order", { customer: "", tags: [], count: 1, note: "" }, {}, [
    ["a property with `?` must be present", { customer: undefined }, undefined, ["customer: Required value"]],
    ["a list with `?` must be present", { tags: undefined }, undefined, ["tags: Required value"]],
    ["an optional property can be absent", { count: undefined }, undefined, []],
    [
      "an optional property has its rules",
      { count: 0 },
      undefined,
      ["count: Invalid value: 0: count in body should be greater than or equal to 1"],
    ],
    [
      "`Required` counts more than `+optional`, as in controller-gen",
      { note: undefined },
      undefined,
      ["note: Required value"],
    ],
  ]);
});

describe("objects in objects", async () => {
  const embedded = await importValidation("crd-embedded-resource");
  const pod = { apiVersion: "v1", kind: "Pod" };
  testRows(embedded, "Order", { template: pod }, {}, [
    ["a complete object", { previous: { apiVersion: "apps/v1", kind: "Deployment", metadata: {} } }, undefined, []],
    [
      "an object without apiVersion and kind",
      { template: {} },
      undefined,
      ["template.apiVersion: Required value", "template.kind: Required value"],
    ],
    [
      "a wrong apiVersion and an empty kind",
      { template: { apiVersion: "a/b/c", kind: "" } },
      undefined,
      [
        'template.apiVersion: Invalid value: "a/b/c": unexpected GroupVersion string: a/b/c',
        'template.kind: Invalid value: "": must not be empty',
      ],
    ],
  ]);
});

describe("properties of which some are set", async () => {
  const oneOf = await importValidation("crd-one-of");
  const valid = { source: { git: "x" }, target: {}, notice: { mail: "x" } };
  testRows(oneOf, "Order", valid, {}, [
    ["the right number of properties", { target: { host: "x" }, notice: { mail: "x", phone: "y" } }, undefined, []],
    [
      "not exactly one property",
      { source: {} },
      undefined,
      ["source: Invalid value: exactly one of the fields in [git image] must be set"],
    ],
    [
      "more than one property",
      { target: { host: "x", path: "y" } },
      undefined,
      ["target: Invalid value: at most one of the fields in [host path] may be set"],
    ],
    [
      "no property",
      { notice: {} },
      undefined,
      ["notice: Invalid value: at least one of the fields in [mail phone] must be set"],
    ],
  ]);
});

describe("a folder without implied rules", async () => {
  const plain = await importValidation("crd-infer-none");
  testRows(plain, "Order", { count: 1, note: "x", customer: "" }, {}, [
    [
      "markers of both families have their own texts",
      { count: 10 },
      undefined,
      ["[maximum] count: Invalid value: 10: must be less than or equal to 9"],
    ],
    [
      "a present text has a length",
      { note: "" },
      undefined,
      ['note: Invalid value: "": note in body should be at least 1 chars long'],
    ],
    ["a required property must be present", { customer: undefined }, undefined, ["customer: Required value"]],
  ]);
});
