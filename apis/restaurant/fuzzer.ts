import * as fc from "fast-check";
import type { PizzaSpec, PizzaTopping } from "./types.js";
import { autoFuzz_PizzaSpec, autoFuzz_PizzaTopping } from "./zz_generated.fuzz.js";

/** One to ten portions: quantities below vanish in v1alpha1, large ones become long lists there. */
export function Fuzz_PizzaTopping(): fc.Arbitrary<PizzaTopping> {
  return fc
    .tuple(autoFuzz_PizzaTopping(), fc.integer({ min: 1, max: 10 }))
    .map(([topping, quantity]) => ({ ...topping, quantity }));
}

/**
 * Some toppings, since none are defaulted, and each once, since v1alpha1 counts equal ones
 * together.
 */
export function Fuzz_PizzaSpec(): fc.Arbitrary<PizzaSpec> {
  const toppings = fc.uniqueArray(Fuzz_PizzaTopping(), { minLength: 1, maxLength: 4, selector: ({ name }) => name });
  return fc.tuple(autoFuzz_PizzaSpec(), toppings).map(([spec, toppings]) => ({ ...spec, toppings }));
}
