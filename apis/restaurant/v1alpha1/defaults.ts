import type { PizzaSpec } from "./types.js";

/** A pizza without toppings is a simple one. */
export function SetDefaults_PizzaSpec(obj: PizzaSpec): void {
  if (obj.toppings.length === 0) obj.toppings = ["salami", "mozzarella", "tomato"];
}
