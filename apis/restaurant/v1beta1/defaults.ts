import type { PizzaSpec } from "./types.js";

/** Gives a pizza without toppings three simple ones, and each topping a quantity of at least 1. */
export function SetDefaults_PizzaSpec(obj: PizzaSpec): void {
  if (obj.toppings.length === 0) {
    obj.toppings = ["salami", "mozzarella", "tomato"].map((name) => ({ name, quantity: 1 }));
  }
  for (const topping of obj.toppings) {
    if (topping.quantity === 0) topping.quantity = 1;
  }
}
