#!/usr/bin/env node
import { runWebhookServer } from "@apimachinery/apiserver/webhook";
import { pizzaToppings } from "../pizza-apiserver/admission/pizza-toppings.js";
import { restaurantGroup } from "../pizza-apiserver/restaurant-group.js";

await runWebhookServer({
  name: "pizza-webhook",
  description: "Converts pizzas between their versions, sets their defaults and validates them, for custom resources.",
  version: "v1.0.0",
  conversion: [restaurantGroup],
  mutating: [restaurantGroup],
  validating: [restaurantGroup],
  clusterPlugins: [pizzaToppings],
});
