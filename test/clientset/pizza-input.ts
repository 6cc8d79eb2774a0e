import type { PizzaInput } from "../../generated/clientset/restaurant.programming-kubernetes.info/v1beta1.js";

/** Returns a new pizza as `create` takes it. */
export function pizzaInput(name: string, ...toppings: readonly string[]): PizzaInput {
  return { metadata: { name }, spec: { toppings: toppings.map((topping) => ({ name: topping, quantity: 1 })) } };
}
