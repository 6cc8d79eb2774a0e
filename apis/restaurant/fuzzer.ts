import * as fc from "fast-check";
import type { PizzaSpec, PizzaTopping } from "./types.js";
import { autoFuzz_PizzaSpec, autoFuzz_PizzaTopping } from "./zz_generated.fuzz.js";

/**
 * Generates quantities from 1 to 10. The conversion to v1alpha1 drops a topping whose quantity is
 * below 1, and lists a topping once for each unit of its quantity.
 */
export function Fuzz_PizzaTopping(): fc.Arbitrary<PizzaTopping> {
  return fc
    .tuple(autoFuzz_PizzaTopping(), fc.integer({ min: 1, max: 10 }))
    .map(([topping, quantity]) => ({ ...topping, quantity }));
}

/**
 * Generates at least one topping, because defaulting adds toppings to an empty list. Generates no
 * name twice, because the conversion from v1alpha1 counts equal names as one topping.
 */
export function Fuzz_PizzaSpec(): fc.Arbitrary<PizzaSpec> {
  const toppings = fc.uniqueArray(Fuzz_PizzaTopping(), { minLength: 1, maxLength: 4, selector: ({ name }) => name });
  return fc.tuple(autoFuzz_PizzaSpec(), toppings).map(([spec, toppings]) => ({ ...spec, toppings }));
}
