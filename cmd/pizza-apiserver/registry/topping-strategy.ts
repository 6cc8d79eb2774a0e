import type { Strategy } from "@apimachinery/apiserver";
import type { Topping } from "../../../apis/restaurant/types.js";

/**
 * Strategy of toppings. Every topping is valid. Toppings are not in namespaces, because of a marker
 * at the type.
 */
export const toppingStrategy: Strategy<Topping> = {};
