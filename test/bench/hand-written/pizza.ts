import type { ConversionScope } from "@apimachinery/runtime";
import type * as restaurant from "../../../apis/restaurant/types.js";
import type { Pizza } from "../../../apis/restaurant/v1beta1/types.js";
import { copyMeta } from "./meta.js";

export function copyPizza(input: Pizza): Pizza {
  return {
    apiVersion: input.apiVersion,
    kind: input.kind,
    metadata: copyMeta(input.metadata),
    spec: { toppings: input.spec.toppings.map(copyTopping) },
    status: input.status.cost === undefined ? {} : { cost: input.status.cost },
  };
}

function copyTopping({ name, quantity }: Pizza["spec"]["toppings"][number]): Pizza["spec"]["toppings"][number] {
  return { name, quantity };
}

/**
 * Converts a pizza. Like the generated function, it shares the parts that are equal in both
 * versions.
 */
export function convertPizza(input: Pizza, _scope: ConversionScope): restaurant.Pizza {
  return {
    apiVersion: "restaurant.programming-kubernetes.info/__internal",
    kind: "Pizza",
    metadata: input.metadata,
    spec: input.spec,
    status: { cost: input.status.cost ?? 0 },
  };
}

export function defaultPizza(pizza: Pizza): void {
  if (pizza.spec.toppings.length === 0) {
    pizza.spec.toppings = ["salami", "mozzarella", "tomato"].map((name) => ({ name, quantity: 1 }));
  }
  for (const topping of pizza.spec.toppings) {
    if (topping.quantity === 0) topping.quantity = 1;
  }
}
