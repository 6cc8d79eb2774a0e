import type { PizzaSpec } from "./types.js";

/**
 * Adds three simple toppings to a pizza without toppings, and sets each missing quantity to 1.
 * +codegen:accept=crd/hand-written-default: artifacts/crd has a mutating webhook that calls the function
 */
export function SetDefaults_PizzaSpec(obj: PizzaSpec): void {
  if (obj.toppings.length === 0) {
    obj.toppings = ["salami", "mozzarella", "tomato"].map((name) => ({ name, quantity: 1 }));
  }
  for (const topping of obj.toppings) {
    if (topping.quantity === 0) topping.quantity = 1;
  }
}
