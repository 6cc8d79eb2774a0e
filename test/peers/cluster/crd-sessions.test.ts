import { join } from "node:path";
import { repository } from "../../interop/repository.js";
import { sessionCases, sessionFiles } from "../../interop/session-cases.js";
import { startCustomResources } from "./custom-resources.js";
import { KubeCluster } from "./kube-cluster.js";
import { whyNoPizzaCluster } from "./pizza-cluster.js";

/**
 * @file Runs the sessions of kubectl with CustomResourceDefinitions and the pizza webhooks in
 * kube-apiserver. The answers are those of the standalone server, except for the commands in the
 * folder crd-differences/.
 */

const reason = whyNoPizzaCluster();

sessionCases(
  ["kubectl with pizzas as custom resources, %s", reason].filter(Boolean).join(", "),
  reason !== undefined,
  sessionFiles().filter((file) => !file.includes("/")),
  async () => {
    const cluster = await KubeCluster.start();
    const server = await startCustomResources(cluster);
    return {
      kubeconfig: await cluster.administrator(),
      remove: async () => {
        await server.end("SIGKILL");
        await cluster.remove();
      },
    };
  },
  join(repository, "test/peers/cluster/crd-differences"),
);
