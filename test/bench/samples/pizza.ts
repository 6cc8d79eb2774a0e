/** A pizza of v1beta1 in JSON. */
export const pizzaText = JSON.stringify({
  kind: "Pizza",
  apiVersion: "restaurant.programming-kubernetes.info/v1beta1",
  metadata: {
    name: "margherita",
    namespace: "default",
    uid: "b0d6b5a0-1f2c-4a4e-9d4e-0a1b2c3d4e5f",
    resourceVersion: "12345",
    generation: 1,
    creationTimestamp: "2024-01-02T03:04:05Z",
    labels: { app: "pizza", tier: "kitchen" },
  },
  spec: {
    toppings: [
      { name: "mozzarella", quantity: 1 },
      { name: "tomato", quantity: 2 },
    ],
  },
  status: { cost: 7.5 },
});
