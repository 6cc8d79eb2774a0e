import { whyNoKubectl } from "../../interop/kubectl.js";
import { sessionCases } from "../../interop/session-cases.js";
import { whyNoKubernetes } from "../binaries.js";
import { whyNoEtcd } from "../etcd.js";
import { startSessionCluster } from "./session-cluster.js";

/**
 * @file Runs the sessions of the ready-made groups with kube-apiserver itself. Its answers are
 * those of this project's server.
 */

const reason = whyNoKubernetes() ?? whyNoEtcd() ?? whyNoKubectl();

sessionCases(
  ["kubectl with kube-apiserver, %s", reason].filter(Boolean).join(", "),
  reason !== undefined,
  ["leases", "events", "core-events", "namespaces", "secrets", "storage-migrations"].map(
    (name) => `groups/${name}.txt`,
  ),
  startSessionCluster,
);
