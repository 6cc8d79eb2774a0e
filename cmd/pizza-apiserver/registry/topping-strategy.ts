import type { Strategy } from "@apimachinery/apiserver";
import type { Topping } from "../../../apis/restaurant/types.js";

/** Toppings are the same in all namespaces. */
export const toppingStrategy: Strategy<Topping> = {
  isNamespaced: false,
  allowCreateOnUpdate: false,
  allowUnconditionalUpdate: false,
  validate: () => [],
  validateUpdate: () => [],
};
