import { CodecFactory, Scheme } from "@apimachinery/runtime";
import { expect, test } from "vitest";
import { Install } from "../../apis/restaurant/install.js";

const scheme = new Scheme();
Install(scheme);
const decoder = new CodecFactory(scheme).universalDeserializer();

function defaulted(version: string, kind: string, rest: object): unknown {
  const text = JSON.stringify({ apiVersion: `restaurant.programming-kubernetes.info/${version}`, kind, ...rest });
  const { object } = decoder.decode(text, { mode: "strict" });
  scheme.default(object);
  return object;
}

test.each([
  ["no spec", {}],
  ["a spec that is null", { spec: null }],
  ["no toppings", { spec: {} }],
  ["toppings that are null", { spec: { toppings: null } }],
  ["an empty list", { spec: { toppings: [] } }],
])("a pizza with %s gets three toppings", (_what, rest) => {
  expect(defaulted("v1alpha1", "Pizza", rest)).toHaveProperty("spec.toppings", ["salami", "mozzarella", "tomato"]);
  expect(defaulted("v1beta1", "Pizza", rest)).toHaveProperty("spec.toppings", [
    { name: "salami", quantity: 1 },
    { name: "mozzarella", quantity: 1 },
    { name: "tomato", quantity: 1 },
  ]);
});

test("existing toppings are kept, and a quantity of zero becomes one", () => {
  expect(defaulted("v1alpha1", "Pizza", { spec: { toppings: ["a"] } })).toHaveProperty("spec.toppings", ["a"]);
  const toppings = [{ name: "a" }, { name: "b", quantity: 0 }, { name: "c", quantity: -1 }, { name: "d", quantity: 3 }];
  expect(defaulted("v1beta1", "Pizza", { spec: { toppings } })).toHaveProperty("spec.toppings", [
    { name: "a", quantity: 1 },
    { name: "b", quantity: 1 },
    { name: "c", quantity: -1 },
    { name: "d", quantity: 3 },
  ]);
});

test("the items of a list get defaults", () => {
  expect(defaulted("v1alpha1", "PizzaList", { items: [{}] })).toHaveProperty("items.0.spec.toppings", [
    "salami",
    "mozzarella",
    "tomato",
  ]);
  expect(defaulted("v1beta1", "PizzaList", { items: [{ spec: { toppings: [{ name: "a" }] } }] })).toHaveProperty(
    "items.0.spec.toppings.0.quantity",
    1,
  );
});

test("a topping's cost is under `spec`, and is zero unless given", () => {
  expect(defaulted("v1alpha1", "Topping", { spec: { cost: 1.5 } })).toHaveProperty("spec", { cost: 1.5 });
  expect(defaulted("v1alpha1", "Topping", {})).toHaveProperty("spec", { cost: 0 });
});
