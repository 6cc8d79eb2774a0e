import { untilToppingsAreUnknown, type SessionServer } from "../../interop/session-cases.js";
import { KubeCluster } from "./kube-cluster.js";
import type { RestartableServer } from "./restartable-server.js";

/** The namespaces of the pizza server, and of its webhooks, begin with `pizza-`. */
const removeNamespaces =
  "kubectl get namespaces -o name | grep -v '/default$\\|/kube-\\|/pizza-' | xargs -r kubectl delete";

/** Starts a cluster for sessions of the groups that this project and kube-apiserver serve. */
export async function startSessionCluster(): Promise<SessionServer> {
  const cluster = await KubeCluster.start();
  await cluster.startControllers();
  return {
    kubeconfig: await cluster.administrator(),
    clean: `${removeNamespaces} && kubectl delete events,leases,secrets --all`,
    remove: () => cluster.remove(),
  };
}

/**
 * Starts a cluster with pizzas for sessions.
 * @param startPizzas starts the server of the pizzas, or their webhooks
 */
export async function startPizzaSessionCluster(
  startPizzas: (cluster: KubeCluster) => Promise<RestartableServer>,
): Promise<SessionServer> {
  const cluster = await KubeCluster.start();
  const server = await startPizzas(cluster);
  await cluster.startControllers();
  return {
    kubeconfig: await cluster.administrator(),
    clean: `${removeNamespaces} && kubectl delete pizzas,toppings --all && ${untilToppingsAreUnknown}`,
    remove: async () => {
      await server.end("SIGKILL");
      await cluster.remove();
    },
  };
}
