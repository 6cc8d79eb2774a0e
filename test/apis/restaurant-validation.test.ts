import { field, Scheme } from "@apimachinery/runtime";
import { expect, test } from "vitest";
import { Install } from "../../apis/restaurant/install.js";
import type { Pizza as OldPizza } from "../../apis/restaurant/v1alpha1/types.js";
import type { Pizza, PizzaTopping } from "../../apis/restaurant/v1beta1/types.js";
import { InProcessServer } from "../apiserver/harness.js";

const scheme = new Scheme();
Install(scheme);

function pizza(toppings: readonly PizzaTopping[]): Pizza {
  return {
    apiVersion: "restaurant.programming-kubernetes.info/v1beta1",
    kind: "Pizza",
    metadata: {},
    spec: { toppings: [...toppings] },
    status: {},
  };
}

function oldPizza(toppings: readonly string[]): OldPizza {
  return {
    apiVersion: "restaurant.programming-kubernetes.info/v1alpha1",
    kind: "Pizza",
    metadata: {},
    spec: { toppings: [...toppings] },
    status: {},
  };
}

function errors(object: Pizza | OldPizza): string[] {
  return scheme.validate({}, object).map(field.errorText);
}

test("toppings with names and quantities are valid", () => {
  expect(
    errors(
      pizza([
        { name: "a", quantity: 1 },
        { name: "b", quantity: 1000 },
      ]),
    ),
  ).toEqual([]);
  expect(errors(oldPizza(["a", "b", "a"]))).toEqual([]);
});

test("quantities are between 1 and 1,000", () => {
  const quantities = [-1, 0, 1001, 1e9].map((quantity, index) => ({ name: `t${index}`, quantity }));
  expect(errors(pizza(quantities))).toEqual([
    "spec.toppings[0].quantity: Invalid value: -1: must be greater than or equal to 1",
    "spec.toppings[1].quantity: Invalid value: 0: must be greater than or equal to 1",
    "spec.toppings[2].quantity: Invalid value: 1001: must be less than or equal to 1000",
    "spec.toppings[3].quantity: Invalid value: 1000000000: must be less than or equal to 1000",
  ]);
});

test("names are required and unique", () => {
  const names = ["a", "", "a"].map((name) => ({ name, quantity: 1 }));
  expect(errors(pizza(names))).toEqual([
    'spec.toppings[2]: Duplicate value: {"name":"a","quantity":1}',
    "spec.toppings[1].name: Required value",
  ]);
});

test("v1alpha1 has at most 100,000 toppings, each with a name", () => {
  expect(errors(oldPizza(["a", ""]))).toEqual(["spec.toppings[1]: Too short: must be at least 1 character"]);
  const most = Array.from({ length: 100_000 }, () => "a");
  expect(errors(oldPizza(most))).toEqual([]);
  expect(errors(oldPizza([...most, "a"]))).toEqual(["spec.toppings: Too many: 100001: must have at most 100000 items"]);
});

test("an update is checked too, except for toppings that it does not change", () => {
  const old = pizza([{ name: "a", quantity: 2000 }]);
  const changed = pizza([
    { name: "b", quantity: 3000 },
    { name: "a", quantity: 2000 },
  ]);
  expect(scheme.validateUpdate({}, changed, old).map(field.errorText)).toEqual([
    "spec.toppings[0].quantity: Invalid value: 3000: must be less than or equal to 1000",
  ]);
});

test("a request is checked by the rules of its version", async () => {
  const server = new InProcessServer();
  const path = (version: string) => `/apis/restaurant.programming-kubernetes.info/${version}/namespaces/default/pizzas`;
  const [refused, refusedOld] = await Promise.all([
    server.post(path("v1beta1"), { metadata: { name: "a" }, spec: { toppings: [{ name: "a", quantity: -1 }] } }),
    server.post(path("v1alpha1"), { metadata: { name: "a" }, spec: { toppings: [""] } }),
  ]);
  expect([refused.status, refused.json["details"]]).toMatchObject([
    422,
    { causes: [{ field: "spec.toppings[0].quantity" }] },
  ]);
  expect([refusedOld.status, refusedOld.json["details"]]).toMatchObject([
    422,
    { causes: [{ field: "spec.toppings[0]" }] },
  ]);
});
