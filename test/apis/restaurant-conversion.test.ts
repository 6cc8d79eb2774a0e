import { Scheme, type RuntimeObject } from "@apimachinery/runtime";
import { expect, test } from "vitest";
import { Install } from "../../apis/restaurant/install.js";
import type { PizzaTopping } from "../../apis/restaurant/types.js";

const scheme = new Scheme();
Install(scheme);

const group = "restaurant.programming-kubernetes.info";
const hub = { group, version: "__internal" };
const v1alpha1 = { group, version: "v1alpha1" };
const v1beta1 = { group, version: "v1beta1" };

function pizza(version: string, toppings: readonly (string | PizzaTopping)[]): RuntimeObject {
  const status = version === "__internal" ? { cost: 0 } : {};
  return {
    apiVersion: `${group}/${version}`,
    kind: "Pizza",
    metadata: { name: "p" },
    spec: { toppings },
    status,
  } as RuntimeObject;
}

test("repeated toppings of v1alpha1 are counted, and come back side by side", () => {
  const internal = scheme.convertToVersion(pizza("v1alpha1", ["a", "b", "a"]), hub);
  expect(internal).toEqual(
    pizza("__internal", [
      { name: "a", quantity: 2 },
      { name: "b", quantity: 1 },
    ]),
  );
  expect(scheme.convertToVersion(internal, v1alpha1)).toEqual(pizza("v1alpha1", ["a", "a", "b"]));
});

test("v1beta1 has the same fields as the hub", () => {
  const toppings = [
    { name: "a", quantity: 2 },
    { name: "a", quantity: -1 },
  ];
  expect(scheme.convertToVersion(pizza("v1beta1", toppings), hub)).toEqual(pizza("__internal", toppings));
  expect(scheme.convertToVersion(pizza("__internal", toppings), v1beta1)).toEqual(pizza("v1beta1", toppings));
});

test("one version converts into the other through the hub", () => {
  expect(scheme.convertToVersion(pizza("v1alpha1", ["a", "a"]), v1beta1)).toEqual(
    pizza("v1beta1", [{ name: "a", quantity: 2 }]),
  );
});

test("v1alpha1 leaves out negative quantities, and still refuses quantities that are too large", () => {
  expect(
    scheme.convertToVersion(
      pizza("__internal", [
        { name: "a", quantity: -5 },
        { name: "b", quantity: 1 },
      ]),
      v1alpha1,
    ),
  ).toEqual(pizza("v1alpha1", ["b"]));
  const much = pizza("__internal", [
    { name: "a", quantity: -1_000_000 },
    { name: "b", quantity: 100_001 },
  ]);
  expect(() => scheme.convertToVersion(much, v1alpha1)).toThrow("a pizza of 100001 toppings");
});

test("v1alpha1 lists at most 100,000 toppings", () => {
  const most = [
    { name: "a", quantity: 60_000 },
    { name: "b", quantity: 40_000 },
  ];
  expect(scheme.convertToVersion(pizza("__internal", most), v1alpha1)).toHaveProperty("spec.toppings.length", 100_000);
  expect(() => scheme.convertToVersion(pizza("__internal", [...most, { name: "c", quantity: 1 }]), v1alpha1)).toThrow(
    "a pizza of 100001 toppings can't be written as v1alpha1, which lists each topping: the maximum is 100000",
  );
});

test("the names of v1alpha1's toppings have at most 4 MiB in all", () => {
  const most = [{ name: "a".repeat(1024), quantity: 4096 }];
  expect(scheme.convertToVersion(pizza("__internal", most), v1alpha1)).toHaveProperty("spec.toppings.length", 4096);
  expect(() => scheme.convertToVersion(pizza("__internal", [...most, { name: "b", quantity: 1 }]), v1alpha1)).toThrow(
    new RangeError(
      "a pizza with 4194305 characters in the names of its toppings can't be written as v1alpha1, which lists each topping: the maximum is 4194304",
    ),
  );
});

test("a quantity of 10^9 is refused before a list is built", () => {
  const before = process.memoryUsage().heapUsed;
  for (let i = 0; i < 100; i++) {
    expect(() => scheme.convertToVersion(pizza("v1beta1", [{ name: "a", quantity: 1e9 }]), v1alpha1)).toThrow(
      "a pizza of 1000000000 toppings",
    );
  }
  expect(process.memoryUsage().heapUsed - before).toBeLessThan(50_000_000);
});

test("a status without a cost becomes a cost of zero in the hub, and converts back", () => {
  const withCost = { ...pizza("v1alpha1", ["a"]), status: { cost: 7.5 } } as RuntimeObject;
  expect(scheme.convertToVersion(withCost, hub)).toHaveProperty("status", { cost: 7.5 });
  expect(scheme.convertToVersion(scheme.convertToVersion(pizza("v1alpha1", ["a"]), hub), v1alpha1)).toHaveProperty(
    "status",
    {},
  );
});
