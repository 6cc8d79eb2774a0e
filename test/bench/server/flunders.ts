import { listed, nameOf } from "./objects.js";

/**
 * @file The objects of the comparison with Go's sample-apiserver. They have the same metadata as
 * the pizzas, and as many bytes.
 */

const apiVersion = "wardle.example.com/v1alpha1";

/** The storage version of both servers, so that a get and a list need no conversion. */
export const group = `/apis/${apiVersion}`;

/** Returns a collection of flunders. */
export function flunders(namespace: string): string {
  return `${group}/namespaces/${namespace}/flunders`;
}

export const flunderNames = Array.from({ length: listed }, (_, index) => nameOf(index));

/** Returns a flunder for a create or an update. */
export function flunderText(name: string, note: string, resourceVersion?: string): string {
  return JSON.stringify({
    metadata: { name, resourceVersion, labels: { menu: "dinner", note } },
    spec: { reference: "mozzarella-and-tomato", referenceType: "Flunder" },
  });
}

/** Returns the configuration of a server-side apply. */
export function flunderConfiguration(name: string, note: string): string {
  return JSON.stringify({
    apiVersion,
    kind: "Flunder",
    metadata: { name, labels: { menu: "dinner", note } },
    spec: { reference: "mozzarella-and-tomato", referenceType: "Flunder" },
  });
}
