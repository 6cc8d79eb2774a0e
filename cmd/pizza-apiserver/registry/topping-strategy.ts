import type { Strategy } from "@apimachinery/apiserver";
import type { Topping } from "../../../apis/restaurant/types.js";

/** Toppings are the same in all namespaces, as their types say; any is a good one. */
export const toppingStrategy: Strategy<Topping> = {};
