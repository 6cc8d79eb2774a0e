import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { issueServing } from "../../../apiserver/certificates/authority.js";
import { mains } from "../../interop/server-process.js";
import { freePort } from "../free-port.js";
import { ClusterKubectl } from "./cluster-kubectl.js";
import type { ClusterCredentials } from "./credentials.js";
import type { KubeCluster } from "./kube-cluster.js";
import { RestartableServer } from "./restartable-server.js";
import { leadServiceHere, serviceAccountKubeconfig } from "./service-here.js";

const namespace = "pizza-apiserver";
const group = "restaurant.programming-kubernetes.info";

/**
 * Starts the pizza server behind a cluster's kube-apiserver, with the objects of
 * artifacts/deployment, and waits until it is available. Only its Service differs: it leads to a
 * process on this machine, because the cluster has no nodes.
 * @param namesAuthorities true for a server with flags for all authorities, as Go's
 * sample-apiserver is started in its tests; false for a server that reads them from the cluster
 */
export async function startAggregatedServer(
  cluster: KubeCluster,
  namesAuthorities: boolean,
): Promise<RestartableServer> {
  const kubectl = new ClusterKubectl(await cluster.administrator(), cluster.folder);
  const port = await freePort();
  await kubectl.succeed("kubectl apply -k artifacts/deployment");
  await leadServiceHere(kubectl, namespace, "api");
  await registerServices(kubectl, port, cluster);
  const flags = [
    ...(await flagsOf(cluster, kubectl, port)),
    ...(namesAuthorities ? authorityFlags(cluster.credentials) : []),
  ];
  const server = new RestartableServer(mains.pizza, port, flags);
  await server.again();
  for (const version of ["v1alpha1", "v1beta1"])
    await kubectl.succeed(`kubectl wait --for=condition=Available --timeout=60s apiservice/${version}.${group}`);
  await published(kubectl);
  kubectl.remove();
  return server;
}

/** Waits until kube-apiserver's OpenAPI documents contain the group. */
export async function published(kubectl: ClusterKubectl): Promise<void> {
  for (const path of [`apis/${group}/v1alpha1`, `apis/${group}/v1beta1`])
    await kubectl.eventually(`kubectl get --raw /openapi/v3 | grep -q '"${path}"'`);
}

async function registerServices(kubectl: ClusterKubectl, port: number, cluster: KubeCluster): Promise<void> {
  const caBundle = Buffer.from(cluster.credentials.servingAuthority.certificate).toString("base64");
  const patch = JSON.stringify({ spec: { insecureSkipTLSVerify: false, caBundle, service: { port } } });
  for (const version of ["v1alpha1", "v1beta1"])
    await kubectl.succeed(`kubectl patch apiservice ${version}.${group} --type=merge --patch='${patch}'`);
}

function authorityFlags({ folder }: ClusterCredentials): readonly string[] {
  return [
    `--client-ca-file=${join(folder, "client-ca.crt")}`,
    `--requestheader-client-ca-file=${join(folder, "front-proxy-ca.crt")}`,
    "--requestheader-allowed-names=front-proxy-client",
    "--requestheader-username-headers=X-Remote-User",
    "--requestheader-group-headers=X-Remote-Group",
    "--requestheader-extra-headers-prefix=X-Remote-Extra-",
  ];
}

/**
 * Returns the flags of Go's sample-apiserver, with the rights of the service account in artifacts.
 */
async function flagsOf(cluster: KubeCluster, kubectl: ClusterKubectl, port: number): Promise<readonly string[]> {
  const { credentials, folder, etcd } = cluster;
  const { certificate, key } = await issueServing(credentials.servingAuthority, [`api.${namespace}.svc`, "localhost"]);
  const write = (name: string, text: string) => {
    const file = join(folder, name);
    writeFileSync(file, text, { mode: 0o600 });
    return file;
  };
  const kubeconfig = await serviceAccountKubeconfig(cluster, kubectl, namespace, "apiserver");
  return [
    "--bind-address=127.0.0.1",
    `--secure-port=${port}`,
    `--etcd-servers=http://${etcd.address}`,
    `--tls-cert-file=${write("pizza.crt", certificate)}`,
    `--tls-private-key-file=${write("pizza.key", key)}`,
    `--kubeconfig=${kubeconfig}`,
    `--authentication-kubeconfig=${kubeconfig}`,
    `--authorization-kubeconfig=${kubeconfig}`,
  ];
}
