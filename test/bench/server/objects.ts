export const toppings = ["mozzarella", "tomato"];

/**
 * Returns the pizza that all measurements use. In storage, it has about 600 bytes, nearly
 * half of which are managedFields.
 */
export function pizzaText(name: string, namespace: string, note: string, resourceVersion?: string): string {
  return JSON.stringify({
    metadata: { name, namespace, resourceVersion, labels: { menu: "dinner", note } },
    spec: { toppings },
  });
}

/** The fields that a client has set which created a pizza. */
const managedFields = [
  {
    manager: "bench",
    operation: "Update",
    apiVersion: "restaurant.programming-kubernetes.info/v1alpha1",
    time: "2026-01-01T00:00:00Z",
    fieldsType: "FieldsV1",
    fieldsV1: {
      "f:metadata": { "f:labels": { ".": {}, "f:menu": {}, "f:note": {} } },
      "f:spec": { "f:toppings": {} },
    },
  },
];

/** Returns a pizza in the form in which the server stores it, with a line break. */
export function storedPizza(index: number): string {
  return `${JSON.stringify({
    kind: "Pizza",
    apiVersion: "restaurant.programming-kubernetes.info/v1alpha1",
    metadata: {
      name: nameOf(index),
      namespace: namespaceOf(index),
      uid: `7c1c6a8e-4f0b-4f4e-9d0a-${index.toString(16).padStart(12, "0")}`,
      creationTimestamp: "2026-01-01T00:00:00Z",
      labels: { menu: "dinner", note: "a" },
      managedFields,
    },
    spec: { toppings },
    status: {},
  })}\n`;
}

export const listed = 500;

export function nameOf(index: number): string {
  return `pizza-${String(index).padStart(6, "0")}`;
}

/**
 * Returns the namespace of an object. Each namespace contains as many objects as a measured list.
 */
export function namespaceOf(index: number): string {
  return `menu-${Math.floor(index / listed)}`;
}
