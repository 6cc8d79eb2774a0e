import { resolve } from "node:path";
import { fileURLToPath } from "node:url";
import type { ServerOptions } from "@apimachinery/apiserver";

/** From dist/cmd/pizza-apiserver. */
const examples = fileURLToPath(new URL("../../../artifacts/examples/", import.meta.url));

/** What a person at a terminal may try next: lines to copy, from any folder. */
export function welcome({ writeKubeconfig, storageBackend, dataDir }: ServerOptions): string {
  const example = (name: string) => quoted(`${examples}${name}.yaml`);
  const lines = [
    `export KUBECONFIG=${quoted(resolve(writeKubeconfig))}`,
    `kubectl apply -f ${quotedAlways(`${examples}topping-*.yaml`)}`,
    `kubectl apply -f ${example("pizza-margherita")} -f ${example("empty-pizza")}`,
    "kubectl get pizzas,toppings",
    "kubectl get pizza salami -o yaml",
    "kubectl get pizzas.v1alpha1.restaurant.programming-kubernetes.info salami -o yaml",
    "kubectl explain pizza --recursive",
    `kubectl apply -f ${example("pizza-pineapple")}`,
  ];
  return [
    "",
    "Try in another terminal:",
    "",
    ...lines.map((line) => `  ${line}`),
    "",
    "The last one is refused: there is no topping pineapple yet.",
    storageBackend === "memory"
      ? "Objects are kept in memory: they are gone when the server stops."
      : `Objects are kept in ${resolve(dataDir)}: the next start goes on with them; delete the folder to begin anew.`,
    "Ctrl-C stops the server.",
  ].join("\n");
}

/** As a POSIX shell reads it. */
function quoted(path: string): string {
  return /^[\w@%+=:,./-]+$/.test(path) ? path : quotedAlways(path);
}

function quotedAlways(path: string): string {
  return `'${path.replaceAll("'", "'\\''")}'`;
}
