import type { PizzaSpec } from "./types.js";

/** Gives a pizza without toppings three simple ones. */
export function SetDefaults_PizzaSpec(obj: PizzaSpec): void {
  if (obj.toppings.length === 0) obj.toppings = ["salami", "mozzarella", "tomato"];
}
