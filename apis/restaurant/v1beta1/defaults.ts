import type { PizzaSpec } from "./types.js";

/** A pizza without toppings is a simple one, and a topping that is named is there at least once. */
export function SetDefaults_PizzaSpec(obj: PizzaSpec): void {
  if (obj.toppings.length === 0) {
    obj.toppings = ["salami", "mozzarella", "tomato"].map((name) => ({ name, quantity: 1 }));
  }
  for (const topping of obj.toppings) {
    if (topping.quantity === 0) topping.quantity = 1;
  }
}
