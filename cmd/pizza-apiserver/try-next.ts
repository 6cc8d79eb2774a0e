import { fileURLToPath } from "node:url";
import { shellWord, type TryNext } from "@apimachinery/apiserver";

/** Folder of the example objects; the path is relative to dist/cmd/pizza-apiserver. */
const examples = fileURLToPath(new URL("../../../artifacts/examples/", import.meta.url));

/** Returns the example of the book "Programming Kubernetes" as commands to copy. */
export function whatToTry(): TryNext {
  const example = (name: string) => shellWord(`${examples}${name}.yaml`);
  return {
    lines: [
      // kubectl expands the pattern itself. The quotes prevent the shell from expanding it.
      `kubectl apply -f '${examples.replaceAll("'", "'\\''")}topping-*.yaml'`,
      `kubectl apply -f ${example("pizza-margherita")} -f ${example("empty-pizza")}`,
      "kubectl get pizzas,toppings",
      "kubectl get pizza empty-pizza -o yaml",
      "kubectl get pizzas.v1alpha1.restaurant.programming-kubernetes.info empty-pizza -o yaml",
      "kubectl explain pizza --recursive",
      `kubectl apply -f ${example("pizza-pineapple")}`,
    ],
    note: "The server refuses the last one: the topping pineapple does not exist yet.",
  };
}
