import type { Strategy } from "@apimachinery/apiserver";
import type { Topping } from "../../../apis/restaurant/types.js";

/**
 * Strategy of toppings. It has no rules, because every topping is valid. A marker of the type makes
 * toppings cluster-scoped.
 */
export const toppingStrategy: Strategy<Topping> = {};
