import * as fc from "fast-check";
import { expect, test } from "vitest";
import * as field from "../../runtime/field/index.js";
import { checkEnforcement } from "../../runtime/testing/rules/enforcement.js";
import type { Rules } from "../../runtime/testing/rules/rule.js";

interface Order {
  readonly code: string;
  readonly lines: readonly number[];
}

const rules: Rules = [
  { kind: "property", property: { name: "code", of: "string" }, rules: [{ kind: "maxLength", limit: 3 }] },
  {
    kind: "property",
    property: { name: "lines", of: "list" },
    rules: [{ kind: "items", of: "int", rules: [{ kind: "minimum", limit: 1 }] }],
  },
];
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
    checkEnforcement(orders, rules, validate, 1);
  }).not.toThrow();
});

test("a rule that is not enforced is reported with the object that violates it", () => {
  expect(() => {
    checkEnforcement(orders, rules, (_, order) => codeErrors(order), 1);
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
        rules,
        (_, order) => [...lineErrors(order), ...(order.code.length > 3 ? errors : [])],
        1,
      );
    }).toThrow("  code: maxLength: expected its error at code, got ");
});

test("objects that all are invalid are reported, because they show nothing about the rules", () => {
  const always = [field.required(field.newPath("code"), "")];
  expect(() => {
    checkEnforcement(orders, rules, () => always, 1);
  }).toThrow("none of 60 generated objects is valid: code: Required value; write a function Fuzz_<T>");
});

test("a value that counts as unset does not violate rules of values", () => {
  const required: Rules = [
    {
      kind: "property",
      property: { name: "code", of: "string" },
      rules: [{ kind: "required" }, { kind: "minLength", limit: 1 }],
    },
  ];
  const validate = (_: object, { code }: Order) => (code ? [] : [field.required(field.newPath("code"), "")]);
  expect(() => {
    checkEnforcement(orders, required, validate, 1);
  }).not.toThrow();
});
