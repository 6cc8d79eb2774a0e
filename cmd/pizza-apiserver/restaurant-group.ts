import type { GroupDefinition } from "@apimachinery/apiserver";
import { Install } from "../../apis/restaurant/install.js";
import { SchemeGroupVersion as v1alpha1 } from "../../apis/restaurant/v1alpha1/zz_generated.register.js";
import type { Kinds } from "../../apis/restaurant/zz_generated.register.js";
import { pizzaStrategy } from "./registry/pizza-strategy.js";
import { toppingStrategy } from "./registry/topping-strategy.js";

/** The restaurant's API group. All objects are stored as v1alpha1. */
export const restaurantGroup: GroupDefinition<typeof Kinds> = {
  install: Install,
  storageVersion: v1alpha1,
  kinds: { Pizza: pizzaStrategy, Topping: toppingStrategy },
};
