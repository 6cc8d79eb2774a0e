import { field } from "@apimachinery/runtime";
import { expect, test } from "vitest";
import { validatePizza } from "../../apis/restaurant/validation.js";
import type { PizzaTopping } from "../../apis/restaurant/types.js";

function errors(...toppings: readonly PizzaTopping[]): string[] {
  return validatePizza({
    apiVersion: "restaurant.programming-kubernetes.info/__internal",
    kind: "Pizza",
    metadata: {},
    spec: { toppings: [...toppings] },
    status: { cost: 0 },
  }).map(field.errorText);
}

test("toppings with names and quantities are valid", () => {
  expect(errors({ name: "a", quantity: 1 }, { name: "b", quantity: 1000 })).toEqual([]);
});

test("quantities are between 1 and 1,000", () => {
  expect(errors({ name: "a", quantity: -1 }, { name: "b", quantity: 0 }, { name: "c", quantity: 1e9 })).toEqual([
    "spec.toppings[0].quantity: Invalid value: -1: cannot be negative or zero",
    "spec.toppings[1].quantity: Invalid value: 0: cannot be negative or zero",
    "spec.toppings[2].quantity: Invalid value: 1000000000: must be less than or equal to 1000",
  ]);
});

test("names are required and unique", () => {
  expect(errors({ name: "a", quantity: 1 }, { name: "", quantity: 1 }, { name: "a", quantity: 1 })).toEqual([
    'spec.toppings[1].name: Invalid value: "": cannot be empty',
    'spec.toppings[2].name: Invalid value: "a": must be unique',
  ]);
});

test("the error of a topping's quantity comes before the error of its name", () => {
  expect(errors({ name: "", quantity: 0 })).toEqual([
    "spec.toppings[0].quantity: Invalid value: 0: cannot be negative or zero",
    'spec.toppings[0].name: Invalid value: "": cannot be empty',
  ]);
});

test("each invalid quantity is one error of the same type at its own path", () => {
  const matcher = new field.ErrorMatcher().byType().byField().byValue();
  const toppings = [-5, 0, 1, 1000, 1001].map((quantity) => ({ name: `t${quantity}`, quantity }));
  const quantityOf = (index: number) => field.newPath("spec", "toppings").index(index).child("quantity");
  matcher.test(
    [field.invalid(quantityOf(0), -5, ""), field.invalid(quantityOf(1), 0, ""), field.invalid(quantityOf(4), 1001, "")],
    validatePizza({
      apiVersion: "restaurant.programming-kubernetes.info/__internal",
      kind: "Pizza",
      metadata: {},
      spec: { toppings },
      status: { cost: 0 },
    }),
  );
  expect(matcher.differences([], [])).toEqual([]);
});
