import { KubeConfig, type KubernetesObject } from "@kubernetes/client-node";
import type { PizzaServer } from "./pizza-server.js";

export const group = "restaurant.programming-kubernetes.info";

/** Topping in the types of the official client, in which metadata is optional. */
export interface Topping extends Omit<KubernetesObject, "metadata"> {
  readonly metadata?: { name?: string; namespace?: string; resourceVersion?: string; labels?: Record<string, string> };
  readonly spec?: { readonly cost: number };
}

export interface Pizza<Topping> extends KubernetesObject {
  readonly spec?: { readonly toppings: readonly Topping[] };
}

/** Reads the kubeconfig of a server with the official client. */
export function kubeConfig(server: PizzaServer): KubeConfig {
  const config = new KubeConfig();
  config.loadFromFile(server.kubeconfig);
  return config;
}

export function topping(name: string, cost = 1, labels: Readonly<Record<string, string>> = {}): Topping {
  return {
    apiVersion: `${group}/v1alpha1`,
    kind: "Topping",
    metadata: { name, labels: { ...labels } },
    spec: { cost },
  };
}
