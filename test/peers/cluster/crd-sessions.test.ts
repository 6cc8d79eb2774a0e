import { join } from "node:path";
import { repository } from "../../interop/repository.js";
import { sessionCases, sessionFiles } from "../../interop/session-cases.js";
import { selectedCases } from "../../sizes.js";
import { startCustomResources } from "./custom-resources.js";
import { whyNoPizzaCluster } from "./pizza-cluster.js";
import { startPizzaSessionCluster } from "./session-cluster.js";

/**
 * @file Runs the sessions of kubectl with CustomResourceDefinitions and the pizza webhooks in
 * kube-apiserver. The answers are those of the standalone server, except for the commands in the
 * folder crd-differences/.
 */

const reason = whyNoPizzaCluster();

sessionCases(
  ["kubectl with pizzas as custom resources, %s", reason].filter(Boolean).join(", "),
  reason !== undefined,
  selectedCases(
    sessionFiles().filter((file) => !file.includes("/")),
    { long: 3 },
  ),
  () => startPizzaSessionCluster((cluster) => startCustomResources(cluster)),
  join(repository, "test/peers/cluster/crd-differences"),
);
