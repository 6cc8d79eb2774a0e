import type { ConversionScope } from "@apimachinery/runtime";
import type * as restaurant from "../types.js";
import type * as v1alpha1 from "./types.js";
import {
  autoConvert_restaurant_PizzaSpec_To_v1alpha1_PizzaSpec,
  autoConvert_v1alpha1_PizzaSpec_To_restaurant_PizzaSpec,
} from "./zz_generated.conversion.js";

/**
 * The maximum length of the list of toppings in this version. The book's code has no bound. There,
 * one topping of quantity 10^9 becomes a list of 10^9 strings whenever the pizza is stored.
 */
const maxToppings = 100_000;
/**
 * The maximum total length of the names in the list of toppings. The names in a request cannot
 * exceed this length, because a request body is limited to 3 MiB.
 */
const maxCharacters = 4 * 1024 * 1024;

/**
 * Replaces equal toppings by one topping with a quantity, in the order of their first occurrence:
 * `[a, b, a]` becomes two of a and one of b.
 */
export function Convert_v1alpha1_PizzaSpec_To_restaurant_PizzaSpec(
  input: v1alpha1.PizzaSpec,
  scope: ConversionScope,
): restaurant.PizzaSpec {
  const quantities = new Map<string, number>();
  for (const name of input.toppings) quantities.set(name, (quantities.get(name) ?? 0) + 1);
  const toppings = [...quantities].map(([name, quantity]) => ({ name, quantity }));
  return autoConvert_v1alpha1_PizzaSpec_To_restaurant_PizzaSpec(input, scope, { toppings });
}

/**
 * Repeats each topping, with equal toppings next to each other: two of a and one of b become `[a,
 * a, b]`. Omits toppings with negative quantities; validation refuses such quantities.
 * @throws Error if the list would have more than 100,000 items
 * @throws RangeError if the names would have more than 4 MiB in total. The server then reports that
 * the object is too large
 */
export function Convert_restaurant_PizzaSpec_To_v1alpha1_PizzaSpec(
  input: restaurant.PizzaSpec,
  scope: ConversionScope,
): v1alpha1.PizzaSpec {
  const count = input.toppings.reduce((sum, { quantity }) => sum + Math.max(quantity, 0), 0);
  if (count > maxToppings) {
    throw new Error(
      `a pizza of ${count} toppings can't be written as v1alpha1, which lists each topping: the maximum is ${maxToppings}`,
    );
  }
  const characters = input.toppings.reduce((sum, { name, quantity }) => sum + Math.max(quantity, 0) * name.length, 0);
  if (characters > maxCharacters) {
    throw new RangeError(
      `a pizza with ${characters} characters in the names of its toppings can't be written as v1alpha1, which lists each topping: ` +
        `the maximum is ${maxCharacters}`,
    );
  }
  const toppings = input.toppings.flatMap(({ name, quantity }) =>
    Array.from({ length: Math.max(quantity, 0) }, () => name),
  );
  return autoConvert_restaurant_PizzaSpec_To_v1alpha1_PizzaSpec(input, scope, { toppings });
}
