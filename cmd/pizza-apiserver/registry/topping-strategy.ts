import type { Strategy } from "@apimachinery/apiserver";
import type { Topping } from "../../../apis/restaurant/types.js";

/**
 * Strategy of toppings: they are the same in all namespaces (a marker of the type says so), and
 * every topping is valid.
 */
export const toppingStrategy: Strategy<Topping> = {};
