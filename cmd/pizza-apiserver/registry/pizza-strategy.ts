import type { Strategy } from "@apimachinery/apiserver";
import type { Pizza } from "../../../apis/restaurant/types.js";
import { validatePizza } from "../../../apis/restaurant/validation.js";

/**
 * Validates pizzas when they are created, and not when they are updated, as the server in the book
 * "Programming Kubernetes" does.
 */
export const pizzaStrategy: Strategy<Pizza> = {
  validate: (_context, pizza) => validatePizza(pizza),
  validateOnUpdate: false,
};
