import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { ClusterKubectl } from "./cluster-kubectl.js";
import type { KubeCluster } from "./kube-cluster.js";

/**
 * Replaces a Service by one that leads to this machine, because the cluster has no nodes. Endpoints
 * refuse loopback addresses.
 */
export async function leadServiceHere(kubectl: ClusterKubectl, namespace: string, name: string): Promise<void> {
  await kubectl.succeed(`kubectl delete service ${name} --namespace ${namespace}`);
  await kubectl.succeed(
    `kubectl create service externalname ${name} --external-name localhost --namespace ${namespace}`,
  );
}

/** Writes a kubeconfig with a token of a service account, and returns its path. */
export async function serviceAccountKubeconfig(
  cluster: KubeCluster,
  kubectl: ClusterKubectl,
  namespace: string,
  account: string,
): Promise<string> {
  const token = (await kubectl.succeed(`kubectl create token ${account} --namespace ${namespace}`)).trim();
  const file = join(cluster.folder, `${namespace}-${account}.kubeconfig`);
  const server = { server: cluster.url, "certificate-authority": join(cluster.folder, "serving-ca.crt") };
  writeFileSync(server["certificate-authority"], cluster.credentials.servingAuthority.certificate);
  const kubeconfig = {
    apiVersion: "v1",
    kind: "Config",
    clusters: [{ name: "cluster", cluster: server }],
    users: [{ name: "server", user: { token } }],
    contexts: [{ name: "server", context: { cluster: "cluster", user: "server" } }],
    "current-context": "server",
  };
  writeFileSync(file, JSON.stringify(kubeconfig), { mode: 0o600 });
  return file;
}
