import type { Pizza } from "../../apis/restaurant/v1beta1/types.js";

/** Returns a new pizza with one tomato. */
export function pizza(name: string, labels: Record<string, string> = {}): Pizza {
  return {
    kind: "Pizza",
    apiVersion: "restaurant.programming-kubernetes.info/v1beta1",
    metadata: { name, labels },
    spec: { toppings: [{ name: "tomato", quantity: 1 }] },
    status: {},
  };
}
