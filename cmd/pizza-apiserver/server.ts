import type { ServerDefinition } from "@apimachinery/apiserver";
import { pizzaToppings } from "./admission/pizza-toppings.js";
import { restaurantGroup } from "./restaurant-group.js";
import { whatToTry } from "./try-next.js";

/** Prefix of every storage key of this server. */
export const keyPrefix = "/registry/pizza-apiserver.programming-kubernetes.info";

export const pizzaServer: ServerDefinition = {
  name: "pizza-apiserver",
  description: "Serves pizzas and toppings, the API of a restaurant, to kubectl and other Kubernetes clients.",
  version: "v1.0.0",
  groups: [restaurantGroup],
  admissionPlugins: [pizzaToppings],
  defaults: { etcdPrefix: keyPrefix },
  tryNext: whatToTry,
};
