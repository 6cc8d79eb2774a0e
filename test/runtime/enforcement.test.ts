import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import * as field from "../../runtime/field/index.js";
import { checkEnforcement } from "../../runtime/testing/rules/enforcement.js";
import type { Rule } from "../../runtime/schema/rule.js";
import type { FieldShape, TypeSchema } from "../../runtime/schema/schema.js";

interface Order {
  readonly code: string;
  readonly lines: readonly number[];
}

type Fields = Readonly<Record<string, FieldShape>>;

/** Returns the schema of an object type whose fields have only rules from markers. */
function typeOf(fields: Fields, ...rules: readonly Rule[]): TypeSchema {
  return { name: "Test", infer: "none", fields, rules };
}

const fieldsOfOrder: Fields = {
  code: { type: "string", rules: [{ kind: "maxLength", limit: 3 }] },
  lines: {
    type: "list",
    items: { type: "int32" },
    rules: [{ kind: "items", rules: [{ kind: "minimum", limit: 1 }] }],
  },
};
const orderType = typeOf(fieldsOfOrder);
const orders = fc.constant<Order>({ code: "a", lines: [1, 2] });

function codeErrors({ code }: Order): field.ErrorList {
  return code.length > 3 ? [field.tooLong(field.newPath("code"), 3)] : [];
}

function lineErrors({ lines }: Order): field.ErrorList {
  return lines.flatMap((line, at) =>
    line < 1 ? [field.invalid(field.newPath("lines").index(at), line, "must be greater than or equal to 1")] : [],
  );
}

test("validation that enforces all rules passes", () => {
  const validate = (_: object, order: Order) => [...codeErrors(order), ...lineErrors(order)];
  expect(() => {
    checkEnforcement(orders, orderType, validate, 1);
  }).not.toThrow();
});

test("a rule that is not enforced is reported with the object that violates it", () => {
  expect(() => {
    checkEnforcement(orders, orderType, (_, order) => codeErrors(order), 1);
  }).toThrow(
    "validation does not enforce these rules:\n" +
      "  lines[*]: minimum: expected its error at lines[*], got no error\n" +
      '    {"code":"a","lines":[-1,2]}',
  );
});

test("an error of another type, or of another field, is not the error of the rule", () => {
  const wrong: readonly field.ErrorList[] = [
    [field.required(field.newPath("code"), "")],
    [field.tooLong(field.newPath("lines"), 3)],
  ];
  for (const errors of wrong)
    expect(() => {
      checkEnforcement(
        orders,
        orderType,
        (_, order) => [...lineErrors(order), ...(order.code.length > 3 ? errors : [])],
        1,
      );
    }).toThrow("  code: maxLength: expected its error at code, got ");
});

test("objects that all are invalid are reported, because they show nothing about the rules", () => {
  const always = [field.required(field.newPath("code"), "")];
  expect(() => {
    checkEnforcement(orders, orderType, () => always, 1);
  }).toThrow("none of 60 generated objects is valid: code: Required value; write a function Fuzz_<T>");
});

test("a value that counts as unset does not violate rules of values", () => {
  const required = typeOf({ code: { type: "string", rules: [{ kind: "required" }, { kind: "minLength", limit: 1 }] } });
  const validate = (_: object, { code }: Order) => (code ? [] : [field.required(field.newPath("code"), "")]);
  expect(() => {
    checkEnforcement(orders, required, validate, 1);
  }).not.toThrow();
});

describe("kinds of violations", () => {
  const text = (...rules: readonly Rule[]): FieldShape => ({ type: "string", optional: true, rules });
  const list = (...rules: readonly Rule[]): FieldShape => ({ type: "list", items: { type: "string" }, rules });

  /** Expects that validation without errors is reported for each of some violations. */
  function expectUnenforced(objects: readonly object[], own: TypeSchema, ...names: readonly string[]): void {
    let message = "";
    try {
      checkEnforcement(fc.constantFrom(...objects), own, () => [], 1);
    } catch (error) {
      message = String(error);
    }
    const found = [...message.matchAll(/^ {2}(.*): expected its error/gm)].map(([, name]) => name);
    expect(found.toSorted()).toEqual(names.toSorted());
  }

  test("an update violates rules about updates", () => {
    const own = typeOf({
      a: text({ kind: "update", only: "immutable" }),
      b: text({ kind: "update", only: "NoModify" }),
      c: text({ kind: "update", only: "NoSet" }, { kind: "update", only: "NoUnset" }),
      n: { type: "int32", rules: [{ kind: "update", only: "monotonic" }] },
      list: list({ kind: "unique" }, { kind: "update", only: "NoAddItem" }, { kind: "update", only: "NoRemoveItem" }),
    });
    expectUnenforced(
      [{ a: "a", b: "b", c: "c", n: 1, list: ["x"] }],
      own,
      "a: immutable",
      "a: immutable (cleared)",
      "b: NoModify",
      "c: NoSet",
      "c: NoUnset",
      "n: monotonic",
      "list: unique",
      "list: NoAddItem",
      "list: NoRemoveItem",
    );
  });

  test("an error of an update is reported with the object before the update", () => {
    const own = typeOf({ a: text({ kind: "update", only: "NoModify" }) });
    expect(() => checkEnforcement(fc.constant({ a: "a" }), own, () => [], 1)).toThrow(
      'a: NoModify: expected its error at a, got no error\n    {"a":"aa"}\n    before the update: {"a":"a"}',
    );
  });

  test("unions have too few and too many members, and members that the discriminator does not select", () => {
    const members = [
      { name: "a", value: "A" },
      { name: "b", value: "B" },
    ];
    const fields: Fields = { a: text(), b: text() };
    const union = typeOf(fields, { kind: "union", members });
    expectUnenforced([{ a: "x" }], union, ": union (no member)", ": union (two members)");
    const zeroOrOne = typeOf(fields, { kind: "zeroOrOneOf", members });
    expectUnenforced([{ a: "x" }], zeroOrOne, ": zeroOrOneOf (two members)");
    expectUnenforced(
      [{ type: "A", a: "x" }],
      typeOf({ ...fields, type: { type: "string" } }, { kind: "union", members, discriminator: "type" }),
      ": union (a is selected and unset)",
      ": union (b is set and not selected)",
    );
  });

  test("the members of a union of items are items", () => {
    const members = [
      { name: "", value: "A", item: { name: "a" } },
      { name: "", value: "B", item: { name: "b" } },
    ];
    const own = typeOf({ list: list({ kind: "union", members }) });
    expectUnenforced([{ list: [{ name: "a" }] }], own, "list: union (two members)", "list: union (no member)");
  });

  test("the rules of each mode are violated; without rules for a mode, the property is forbidden", () => {
    const own = typeOf(
      { a: text(), mode: { type: "string" } },
      {
        kind: "mode",
        name: "a",
        discriminator: "mode",
        cases: [{ value: "on", rules: [{ kind: "maxLength", limit: 3 }] }],
      },
    );
    expectUnenforced(
      [{ mode: "on", a: "x" }, { mode: "off" }],
      own,
      "a: maxLength (mode on)",
      "a: forbidden (mode off)",
    );
  });

  test("the last item and the last entry violate the rules, too", () => {
    const short: readonly Rule[] = [{ kind: "maxLength", limit: 3 }];
    const own = typeOf({
      list: list({ kind: "items", rules: short }),
      map: { type: "map", values: { type: "string" }, rules: [{ kind: "values", rules: short }] },
    });
    expectUnenforced(
      [{ list: ["a", "b"], map: { a: "a", b: "b" } }],
      own,
      "list[*]: maxLength",
      "list[*]: maxLength (not the first)",
      "map[*]: maxLength",
      "map[*]: maxLength (not the first)",
    );
  });
});

test("an error with the origin of another rule is not the error of the rule", () => {
  const own = typeOf({ code: { type: "string", rules: [{ kind: "maxBytes", limit: 3 }] } });
  const errorsOf = (origin: string) => (_: object, order: Order) =>
    codeErrors(order).map((error) => field.withOrigin(error, origin));
  expect(() => checkEnforcement(orders, own, errorsOf("maxBytes"), 1)).not.toThrow();
  expect(() => checkEnforcement(orders, own, errorsOf("maxLength"), 1)).toThrow("code: maxBytes: expected its error");
});

test("rules without a value to which they apply are returned", () => {
  const note: FieldShape = { type: "string", optional: true, rules: [{ kind: "maxLength", limit: 3 }] };
  const own = typeOf({ ...fieldsOfOrder, note });
  const validate = (_: object, order: Order) => [...codeErrors(order), ...lineErrors(order)];
  expect(checkEnforcement(orders, own, validate, 1)).toEqual(["note: maxLength"]);
  expect(checkEnforcement(orders, orderType, validate, 1)).toEqual([]);
});
