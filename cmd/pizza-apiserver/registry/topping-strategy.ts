import type { Strategy } from "@apimachinery/apiserver";
import type { Topping } from "../../../apis/restaurant/types.js";

/**
 * Strategy of toppings. A marker of the type says that toppings are not in namespaces. Every
 * topping is valid.
 */
export const toppingStrategy: Strategy<Topping> = {};
