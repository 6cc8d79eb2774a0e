import { Scheme } from "@apimachinery/runtime";
import { expect, test } from "vitest";
import { Install } from "../../apis/restaurant/install.js";

const group = "restaurant.programming-kubernetes.info";
const scheme = new Scheme();
Install(scheme);

test("v1beta1 is preferred", () => {
  expect(scheme.prioritizedVersionsForGroup(group)).toEqual([
    { group, version: "v1beta1" },
    { group, version: "v1alpha1" },
  ]);
  expect(scheme.preferredVersionAllGroups()).toEqual([{ group, version: "v1beta1" }]);
});

test("toppings exist in v1alpha1 only, pizzas in every version", () => {
  expect([...scheme.knownTypes({ group, version: "v1alpha1" }).keys()].sort()).toEqual([
    "Pizza",
    "PizzaList",
    "Topping",
    "ToppingList",
  ]);
  expect([...scheme.knownTypes({ group, version: "v1beta1" }).keys()].sort()).toEqual(["Pizza", "PizzaList"]);
  expect([...scheme.knownTypes({ group, version: "__internal" }).keys()].sort()).toEqual([
    "Pizza",
    "PizzaList",
    "Topping",
    "ToppingList",
  ]);
});
