import { rmSync } from "node:fs";
import { field, type ErrorList, type Operation } from "@apimachinery/runtime";
import { afterAll, describe, expect, test } from "vitest";
import { workFolder } from "../golden/cases.js";
import { importGolden, type GoldenModule } from "./golden-module.js";

afterAll(() => {
  rmSync(`${workFolder}-values`, { recursive: true, force: true });
});

const file = "apis/shop/v1/zz_generated.validation.ts";
const fields = await importGolden("validation/fields", file);
const collections = await importGolden("validation/collections", file);
const unions = await importGolden("validation/unions", file);
const modes = await importGolden("validation/modes", file);
const custom = await importGolden("validation/custom", file);
const others = await importGolden("validation/other-packages", file);

type Options = Readonly<Record<string, boolean>>;
type Validate = (op: Operation, path: field.Path | undefined, obj: object, oldObj: object | undefined) => ErrorList;
/** The changed properties of an object, those of the old one, the options, and the errors. */
type Row = readonly [
  title: string,
  change: object,
  old: object | undefined,
  errors: readonly string[],
  options?: Options,
];

/** Returns the errors as `origin field: text`, marked with their stability. */
function errorsOf(
  module: GoldenModule,
  type: string,
  obj: object,
  old: object | undefined,
  options: Options,
): string[] {
  const fn = module[`Validate_${type}`] as unknown as Validate;
  const before = JSON.stringify([obj, old]);
  const op: Operation = { type: old === undefined ? "Create" : "Update", options, request: { subresources: [] } };
  const errors = fn(op, undefined, obj, old);
  expect(JSON.stringify([obj, old]), "validation changes nothing").toBe(before);
  return errors.map((error) => {
    const origin = error.origin === undefined ? "" : `[${error.origin}] `;
    return `${origin}${error.stability === undefined ? "" : `${error.stability} `}${field.errorText(error)}`;
  });
}

function rows(module: GoldenModule, type: string, valid: object, usual: Options, all: readonly Row[]): void {
  test("a valid object has no errors, created and unchanged", () => {
    expect(errorsOf(module, type, valid, undefined, usual)).toEqual([]);
    expect(errorsOf(module, type, valid, valid, usual)).toEqual([]);
  });
  test.each(all)("%s", (_title, change, old, errors, options) => {
    const [obj, oldObj] = [merged(valid, change), old === undefined ? undefined : merged(valid, old)];
    expect(errorsOf(module, type, obj, oldObj, options ?? usual)).toEqual(errors);
    if (oldObj === undefined && options === undefined) {
      const ratcheted = errorsOf(module, type, obj, structuredClone(obj), usual);
      expect(ratcheted, "an update that changes nothing has no errors").toEqual([]);
    }
  });
}

/** Returns a copy with other properties; undefined removes a property. */
function merged(valid: object, change: object): object {
  const entries = Object.entries({ ...valid, ...change }).filter(([, value]) => value !== undefined);
  return structuredClone(Object.fromEntries(entries));
}

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
  rows(fields, "OrderSpec", valid, { Turbo: true }, [
    ["a required string is not empty, and no other rule is checked", { name: "" }, undefined, ["name: Required value"]],
    ["a required boolean is true", { flag: false }, undefined, ["flag: Required value"]],
    ["required bytes are not empty", { token: "" }, undefined, ["token: Required value"]],
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

describe("lists and maps", () => {
  const part = (name: string, port?: number) => ({ name, ...(port === undefined ? {} : { port }) });
  const valid = {
    parts: [part("a", 1)],
    points: [{ x: 1 }],
    unchecked: [],
    byName: {},
    chain: ["a"],
  };
  const tooSmall = "Invalid value: 0: must be greater than or equal to 1";
  rows(collections, "OrderSpec", valid, {}, [
    [
      "items have unique keys",
      { parts: [part("a", 1), part("a"), part("a", 1)] },
      undefined,
      ['parts[2]: Duplicate value: {"name":"a","port":1}'],
    ],
    [
      "after too many items, no other rule of the list is checked",
      { parts: [part("a", 0), part("a", 0), part("b"), part("c")] },
      undefined,
      ["[maxItems] parts: Too many: 4: must have at most 3 items"],
    ],
    ["rules of the items' type", { parts: [part("a", 0)] }, undefined, [`[minimum] parts[0].port: ${tooSmall}`]],
    [
      "an item with the same keys is the old one, wherever it is",
      { parts: [part("b", 0), part("a", 0)] },
      { parts: [part("a", 0)] },
      [`[minimum] parts[0].port: ${tooSmall}`],
    ],
    [
      "a set must not get a new item; after that, its items are not checked",
      { names: ["long1", "new2", "ok"] },
      { names: ["long1", "ok"] },
      ["[update] names[1]: Forbidden: item may not be added"],
    ],
    [
      "items that a set has had before stay, other items are checked",
      { names: ["long1", "long2"] },
      { names: ["long1", "long2"], noRules: 1 },
      [],
    ],
    [
      "items must not be removed",
      { names: [] },
      { names: ["a", "b"] },
      ["[update] names: Forbidden: item may not be removed", "[update] names: Forbidden: item may not be removed"],
    ],
    [
      "a set has no equal texts",
      { names: ["a", "b", "a", "a"] },
      undefined,
      ['names[2]: Duplicate value: "a"', 'names[3]: Duplicate value: "a"'],
    ],
    [
      "a set has no equal objects",
      { points: [{ x: 1 }, { x: 1 }, { x: 1, labels: { a: "b" } }] },
      undefined,
      ['points[1]: Duplicate value: {"x":1}'],
    ],
    [
      "a list has too few items",
      { points: [] },
      undefined,
      ["[minItems] points: Too few: 0: must have at least 1 item"],
    ],
    ["hand-written code checks a list", { unchecked: [part("a"), part("a")] }, undefined, []],
    ["an empty optional map is unset", { labels: {} }, undefined, []],
    [
      "errors of keys are at the map, those of values at the key, in sorted order",
      { labels: { b: "?", "a?": "!" } },
      undefined,
      [
        expect.stringMatching(/^\[format=k8s-label-key\] labels: Invalid value: "a\?"/) as unknown as string,
        expect.stringMatching(/^\[format=k8s-label-value\] labels\[a\?\]: Invalid value: "!"/) as unknown as string,
        expect.stringMatching(/^\[format=k8s-label-value\] labels\[b\]: Invalid value: "\?"/) as unknown as string,
      ],
    ],
    [
      "after too many entries, no entry is checked",
      { labels: { "a?": "!", b: "", c: "" } },
      undefined,
      ["[maxProperties] labels: Too many: 3: must have at most 2 items"],
    ],
    [
      "keys that the old map has, and values that have not changed, stay",
      { labels: { "a?": "!", b: "" } },
      { labels: { "a?": "!" } },
      [],
    ],
    [
      "a map must not be cleared",
      { labels: {} },
      { labels: { a: "b" } },
      ["[update] labels: Invalid value: null: field cannot be cleared once set"],
    ],
    [
      "the type of keys and of values has rules",
      { byName: { "A!": part("x", 0) } },
      undefined,
      [
        expect.stringMatching(/^\[format=k8s-short-name\] byName: Invalid value: "A!"/) as unknown as string,
        `[minimum] byName[A!].port: ${tooSmall}`,
      ],
    ],
    [
      "the rules of a list's own type",
      { chain: [] },
      undefined,
      ["[minItems] chain: Too few: 0: must have at least 1 item"],
    ],
    [
      "the items of a list's own type",
      { chain: ["a", "a", "B"] },
      undefined,
      [
        'chain[1]: Duplicate value: "a"',
        expect.stringMatching(/^\[format=k8s-short-name\] chain\[2\]: Invalid value: "B"/) as unknown as string,
      ],
    ],
  ]);

  test("an item is immutable, other items are not", () => {
    const old = { ...valid, parts: [part("main", 1), part("b", 1)] };
    const update = (parts: object[]) => errorsOf(collections, "OrderSpec", { ...valid, parts }, old, {});
    expect(update([part("b", 1), { ...part("main", 1), note: "new" }])).toEqual([
      "[update] parts[1]: Invalid value: null: field cannot be modified once set",
    ]);
    expect(update([part("c", 1)])).toEqual([]);
  });
});

describe("unions", () => {
  const valid = {
    kind: "Git",
    git: { url: "x" },
    list: ["a"],
    map: {},
    count: 0,
    conditions: [],
    shape: { type: "circle", radius: 1 },
  };
  rows(unions, "OrderSpec", valid, {}, [
    [
      "the member that the discriminator names is set",
      { git: undefined },
      undefined,
      ['[union] git: Invalid value: "": must be specified when `kind` is "Git"'],
    ],
    [
      "no other member is set",
      { image: "" },
      undefined,
      ['[union] image: Invalid value: "": may only be specified when `kind` is "OCI"'],
    ],
    ["an unknown discriminator is not an error of the union", { kind: "?", git: undefined }, undefined, []],
    [
      "no member of a union is set",
      { list: [] },
      undefined,
      ['[union] <nil>: Invalid value: "": must specify one of: `list`, `map`'],
    ],
    [
      "two members of a union are set",
      { map: { a: "b" } },
      undefined,
      ['[union] <nil>: Invalid value: "{list, map}": must specify exactly one of: `list`, `map`'],
    ],
    ["an update that sets the same members is allowed", { list: [], noRule: 1 }, { list: [] }, []],
    [
      "an update that sets other members is not",
      { list: ["a"], map: { a: "b" } },
      { list: [], map: {} },
      ['[union] <nil>: Invalid value: "{list, map}": must specify exactly one of: `list`, `map`'],
    ],
    [
      "at most one member is set; the rule is not stable yet",
      { count: 1, text: "" },
      undefined,
      ['[zeroOrOneOf] alpha <nil>: Invalid value: "{count, text}": must specify at most one of: `count`, `text`'],
    ],
    [
      "at most one item of a list is set",
      { conditions: [{ type: "Failed" }, { type: "Done" }] },
      undefined,
      [
        '[zeroOrOneOf] conditions: Invalid value: "{conditions[{\\"type\\": \\"Done\\"}], conditions[{\\"type\\": \\"Failed\\"}]}": ' +
          'must specify at most one of: `conditions[{"type": "Done"}]`, `conditions[{"type": "Failed"}]`',
      ],
    ],
    [
      "a member of a union of interfaces has its own rules",
      { shape: { type: "square", side: 1 } },
      undefined,
      ["[minimum] shape.side: Invalid value: 1: must be greater than or equal to 2"],
    ],
    [
      "another member of a union of interfaces has no old value",
      { shape: { type: "square", side: 1 } },
      { shape: { type: "circle", radius: 1 } },
      ["[minimum] shape.side: Invalid value: 1: must be greater than or equal to 2"],
    ],
    [
      "a property requires one and forbids another",
      { timeout: 1, text: "x" },
      undefined,
      [
        "[dependentForbidden] text: Forbidden: may not be set when timeout is set",
        "[dependentRequired] retries: Required value: must be set when timeout is set",
      ],
    ],
    ["a member's type has rules", { git: { url: "" } }, undefined, ["git.url: Required value"]],
  ]);
});

describe("modes, options and subfields", () => {
  const valid = {
    mode: "Limited",
    fast: false,
    limit: 1,
    engine: "",
    gated: "",
    part: { size: 1 },
    opaque: { size: 0 },
  };
  const off = { Gate: false };
  rows(modes, "OrderSpec", valid, off, [
    ["a property is required in one mode", { limit: undefined }, undefined, ["limit: Required value"]],
    [
      "a property has a limit in one mode",
      { limit: 4 },
      undefined,
      ["[maximum] limit: Invalid value: 4: must be less than or equal to 3"],
    ],
    ["a property has no limit in another mode", { mode: "Free", limit: 4 }, undefined, []],
    ["a property is forbidden in modes without rules", { mode: "Off" }, undefined, ["limit: Forbidden"]],
    ["a mode that has changed is checked", { mode: "Off" }, {}, ["limit: Forbidden"]],
    [
      "rules before an optional marker are checked first",
      { fast: true },
      undefined,
      ["[minLength] engine: Too short: must be at least 2 characters"],
    ],
    ["a value of another modality", { engine: "x" }, undefined, ["engine: Forbidden"]],
    ["an option forbids a property", { gated: "x" }, undefined, ["gated: Forbidden"]],
    ["another option requires it", {}, undefined, ["gated: Required value"], { Gate: true }],
    [
      "a rule of beta stability",
      { gated: "long" },
      undefined,
      ["[maxLength] beta gated: Too long: may not be more than 3 characters"],
      { Gate: true },
    ],
    [
      "an undefined option is reported by each rule",
      {},
      undefined,
      [
        'gated: Internal error: undefined validation option "Gate"',
        'gated: Internal error: undefined validation option "Gate"',
      ],
      {},
    ],
    [
      "a subfield is required",
      { part: { size: 0 } },
      undefined,
      ["part.size: Required value", "[minimum] part.size: Invalid value: 0: must be greater than or equal to 1"],
    ],
    [
      "a subfield has a limit",
      { part: { size: 8 } },
      undefined,
      ["[maximum] part.size: Invalid value: 8: must be less than or equal to 7"],
    ],
    [
      "an unset subfield has no limit, a set one has",
      { part: { size: 1, name: "long" } },
      undefined,
      ["[maxLength] part.name: Too long: may not be more than 3 characters"],
    ],
    [
      "an update must not set a property",
      { once: "x" },
      {},
      ["[update] once: Invalid value: null: field cannot be set once created"],
    ],
    [
      "an update must not clear a property",
      {},
      { once: "x" },
      ["[update] once: Invalid value: null: field cannot be cleared once set"],
    ],
    [
      "an update must not replace a property",
      { once: "y" },
      { once: "x" },
      ["[update] once: Invalid value: null: field cannot be modified once set"],
    ],
    [
      "an object is immutable",
      { whole: { size: 2 } },
      { whole: { size: 1 } },
      ["[immutable] whole: Invalid value: null: field is immutable"],
    ],
  ]);
});

describe("hand-written functions, cohorts, bases and recursion", () => {
  test("cohorts run after the other rules, and a short circuit stops its own cohort", () => {
    const spec = { name: "", text: "t", next: { name: "x", text: "u" } };
    expect(errorsOf(custom, "OrderSpec", spec, undefined, {})).toEqual([
      '[validateFalse] <nil>: Invalid value: {"name":"","text":"t","next":{"name":"x","text":"u"}}: forced failure: named',
      "name: Required value",
      '[validateFalse] text: Invalid value: "t": forced failure: text',
      '[validateFalse] text: Invalid value: "t": forced failure: first',
      '[validateFalse] next: Invalid value: {"name":"x","text":"u"}: forced failure: named',
      '[validateFalse] next.text: Invalid value: "u": forced failure: text',
      '[validateFalse] next.text: Invalid value: "u": forced failure: first',
    ]);
  });

  test("the rules of a base are checked if one of its properties has changed", () => {
    const old = { name: "", text: "t" };
    expect(errorsOf(custom, "OrderSpec", { ...old, count: 1 }, old, {})).toEqual([]);
    expect(errorsOf(custom, "OrderSpec", { ...old, name: "x" }, old, {})).toEqual([
      '[validateFalse] <nil>: Invalid value: {"name":"x","text":"t"}: forced failure: named',
    ]);
  });

  test("a recursive value is validated at every level", () => {
    let spec: object = { name: "", text: "" };
    for (let depth = 0; depth < 500; depth++) spec = { name: "", text: "", next: spec };
    expect(errorsOf(custom, "OrderSpec", spec, undefined, {})).toHaveLength(501 * 4);
  });

  test("types of other packages are validated by the functions of their package", () => {
    const order = { metadata: {}, part: { name: "" }, parts: [{ name: "" }], noRules: { name: "" } };
    expect(errorsOf(others, "Order", order, undefined, {})).toEqual([
      "part.name: Required value",
      "parts[0].name: Required value",
    ]);
  });
});
