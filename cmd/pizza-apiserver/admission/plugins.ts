import type { PluginFactory } from "@apimachinery/apiserver";
import { pizzaToppings } from "./pizza-toppings.js";

/** Those that this server has, in the order in which they are asked. */
export const admissionPlugins: readonly PluginFactory[] = [pizzaToppings];
