import * as fc from "fast-check";
import type { PizzaSpec, PizzaTopping } from "./types.js";
import { autoFuzz_PizzaSpec, autoFuzz_PizzaTopping } from "./zz_generated.fuzz.js";

/**
 * Generates quantities from 1 to 10. In v1alpha1 a quantity below 1 disappears, and a large one
 * becomes a long list.
 */
export function Fuzz_PizzaTopping(): fc.Arbitrary<PizzaTopping> {
  return fc
    .tuple(autoFuzz_PizzaTopping(), fc.integer({ min: 1, max: 10 }))
    .map(([topping, quantity]) => ({ ...topping, quantity }));
}

/**
 * Generates at least one topping, because an empty list gets defaults. Generates each name once,
 * because v1alpha1 counts equal names together.
 */
export function Fuzz_PizzaSpec(): fc.Arbitrary<PizzaSpec> {
  const toppings = fc.uniqueArray(Fuzz_PizzaTopping(), { minLength: 1, maxLength: 4, selector: ({ name }) => name });
  return fc.tuple(autoFuzz_PizzaSpec(), toppings).map(([spec, toppings]) => ({ ...spec, toppings }));
}
