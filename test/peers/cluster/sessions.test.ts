import { join } from "node:path";
import { whyNoKubectl } from "../../interop/kubectl.js";
import { repository } from "../../interop/repository.js";
import { sessionCases, sessionFiles } from "../../interop/session-cases.js";
import { selectedCases } from "../../sizes.js";
import { whyNoKubernetes } from "../binaries.js";
import { whyNoEtcd } from "../etcd.js";
import { startAggregatedServer } from "./aggregated-server.js";
import { startPizzaSessionCluster } from "./session-cluster.js";

/**
 * @file Runs the sessions of kubectl with the pizza server behind kube-apiserver. The answers are
 * those of the standalone server, except for the commands in the folder differences/.
 */

const reason = whyNoKubernetes() ?? whyNoEtcd() ?? whyNoKubectl();

sessionCases(
  ["kubectl with the pizza server behind kube-apiserver, %s", reason].filter(Boolean).join(", "),
  reason !== undefined,
  selectedCases(
    sessionFiles().filter((file) => !file.includes("/")),
    { long: 3 },
  ),
  () => startPizzaSessionCluster((cluster) => startAggregatedServer(cluster, true)),
  join(repository, "test/peers/cluster/differences"),
);
