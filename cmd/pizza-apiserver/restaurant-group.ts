import { CodecFactory, Scheme } from "@apimachinery/runtime";
import { newStore } from "@apimachinery/apiserver";
import type { APIGroupInfo, Storage } from "@apimachinery/apiserver";
import { Install } from "../../apis/restaurant/install.js";
import { SchemeGroupVersion as v1alpha1 } from "../../apis/restaurant/v1alpha1/zz_generated.register.js";
import { GroupName } from "../../apis/restaurant/zz_generated.register.js";
import { pizzaStrategy } from "./registry/pizza-strategy.js";
import { toppingStrategy } from "./registry/topping-strategy.js";

/** Before the keys of everything that this server stores. */
export const keyPrefix = "/registry/pizza-apiserver.programming-kubernetes.info";

/** The restaurant's group over a storage: everything is stored as v1alpha1. @param prefix before all keys */
export function restaurantGroup(storage: Storage, prefix = keyPrefix): APIGroupInfo {
  const scheme = new Scheme("pizza-apiserver");
  Install(scheme);
  const codecs = new CodecFactory(scheme);
  const common = { scheme, codecs, storage, keyPrefix: prefix, storageVersion: v1alpha1 };
  const pizzas = { singularName: "pizza", store: newStore({ ...common, resource: "pizzas", kind: "Pizza", strategy: pizzaStrategy }) };
  const toppings = { singularName: "topping", store: newStore({ ...common, resource: "toppings", kind: "Topping", strategy: toppingStrategy }) };
  return {
    group: GroupName,
    scheme,
    codecs,
    storageVersion: v1alpha1.version,
    versions: { v1alpha1: { pizzas, toppings }, v1beta1: { pizzas } },
  };
}
