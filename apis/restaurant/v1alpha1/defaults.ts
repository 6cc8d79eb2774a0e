import type { PizzaSpec } from "./types.js";

/**
 * Adds three simple toppings to a pizza without toppings.
 * +codegen:accept=crd/hand-written-default: artifacts/crd has a mutating webhook that calls the function
 */
export function SetDefaults_PizzaSpec(obj: PizzaSpec): void {
  if (obj.toppings.length === 0) obj.toppings = ["salami", "mozzarella", "tomato"];
}
