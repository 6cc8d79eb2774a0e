import { readFileSync } from "node:fs";
import { RESTClient, defaultClientConfig, type APIObject, type ResourceClient } from "@apimachinery/client";
import { parse } from "yaml";
import type { Pizza as AlphaPizza, Topping } from "../../apis/restaurant/v1alpha1/types.js";
import { Kinds as alphaKinds } from "../../apis/restaurant/v1alpha1/zz_generated.register.js";
import type { Pizza } from "../../apis/restaurant/v1beta1/types.js";
import { Kinds as betaKinds } from "../../apis/restaurant/v1beta1/zz_generated.register.js";

/** Clients for the resources of the pizza API. */
export interface Kitchen {
  readonly toppings: ResourceClient<Topping>;
  readonly pizzas: ResourceClient<Pizza>;
  readonly alphaPizzas: ResourceClient<AlphaPizza>;
  readonly close: () => Promise<void>;
}

export async function openKitchen(kubeconfig: string): Promise<Kitchen> {
  const { config } = await defaultClientConfig({ kubeconfig });
  const client = new RESTClient(config);
  return {
    toppings: client.resource(alphaKinds.Topping),
    pizzas: client.resource(betaKinds.Pizza).namespace("default"),
    alphaPizzas: client.resource(alphaKinds.Pizza).namespace("default"),
    close: () => client.close(),
  };
}

/** Creates the object in a file. The kind of the object must be the kind of the resource. */
export function createFrom<T extends APIObject>(resource: ResourceClient<T>, file: string): Promise<T> {
  return resource.create(resource.type.decode(JSON.stringify(parse(readFileSync(file, "utf8")))));
}
