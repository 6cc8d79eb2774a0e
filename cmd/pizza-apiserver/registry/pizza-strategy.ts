import type { Strategy } from "@apimachinery/apiserver";
import type { Pizza } from "../../../apis/restaurant/types.js";

/**
 * Strategy of pizzas. It has no rules: markers of the types in v1alpha1 and v1beta1 define the
 * rules, and an admission plugin checks that the toppings exist.
 */
export const pizzaStrategy: Strategy<Pizza> = {};
