import { cpSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { repository } from "../../interop/repository.js";
import { mains } from "../../interop/server-process.js";
import { freePort } from "../free-port.js";
import { published } from "./aggregated-server.js";
import { ClusterKubectl } from "./cluster-kubectl.js";
import type { KubeCluster } from "./kube-cluster.js";
import { RestartableServer } from "./restartable-server.js";
import { leadServiceHere, serviceAccountKubeconfig } from "./service-here.js";

const namespace = "pizza-crd";
const group = "restaurant.programming-kubernetes.info";
const definitions = [`pizzas.${group}`, `toppings.${group}`];

/**
 * Applies artifacts/crd to a cluster, and starts the pizza webhooks. Only the Service differs: it
 * leads to a process on this machine, because the cluster has no nodes.
 * @param readsToppings false for webhooks without a kubeconfig, which do not check the toppings
 */
export async function startCustomResources(cluster: KubeCluster, readsToppings = true): Promise<RestartableServer> {
  const kubectl = new ClusterKubectl(await cluster.administrator(), cluster.folder);
  const manifests = await writeManifests(cluster, kubectl);
  await kubectl.succeed(`kubectl apply -k ${manifests}`);
  await leadServiceHere(kubectl, namespace, "webhook");
  const port = await freePort();
  await leadWebhooksTo(kubectl, port);
  for (const name of definitions)
    await kubectl.succeed(`kubectl wait --for=condition=Established --timeout=60s crd/${name}`);
  const kubeconfig = readsToppings
    ? [`--kubeconfig=${await serviceAccountKubeconfig(cluster, kubectl, namespace, "webhook")}`]
    : [];
  const server = new RestartableServer(mains.webhook, port, [
    "--bind-address=127.0.0.1",
    `--secure-port=${port}`,
    `--tls-cert-file=${certificateFile(cluster, "tls.crt")}`,
    `--tls-private-key-file=${certificateFile(cluster, "tls.key")}`,
    ...kubeconfig,
  ]);
  await server.again();
  await kubectl.eventually(`curl --fail --insecure --silent https://127.0.0.1:${port}/readyz`);
  await published(kubectl);
  kubectl.remove();
  return server;
}

/** Returns the path of a file of the certificate of the webhooks. */
export function certificateFile(cluster: KubeCluster, name: "tls.crt" | "tls.key"): string {
  return join(cluster.folder, "artifacts/crd/certificates", name);
}

/**
 * Copies artifacts/crd with a new certificate into the folder of the cluster, and returns its path.
 */
async function writeManifests(cluster: KubeCluster, kubectl: ClusterKubectl): Promise<string> {
  const folder = join(cluster.folder, "artifacts/crd");
  mkdirSync(join(cluster.folder, "generated"), { recursive: true });
  cpSync(join(repository, "generated/crds"), join(cluster.folder, "generated/crds"), { recursive: true });
  cpSync(join(repository, "artifacts/crd"), folder, {
    recursive: true,
    filter: (path) => !path.includes("certificates"),
  });
  const flags = `--host=webhook.${namespace}.svc --out=${join(folder, "certificates")}`;
  await kubectl.succeed(`node ${mains.pizza} create-serving-certificate ${flags}`);
  return folder;
}

/** Writes the port of the webhook server into the objects that call it. */
export async function leadWebhooksTo(kubectl: ClusterKubectl, port: number): Promise<void> {
  const conversion = { webhook: { clientConfig: { service: { port } } } };
  const patch = JSON.stringify({ spec: { conversion } });
  await kubectl.succeed(`kubectl patch crd pizzas.${group} --type=merge --patch='${patch}'`);
  const change = JSON.stringify([{ op: "add", path: "/webhooks/0/clientConfig/service/port", value: port }]);
  for (const kind of ["mutatingwebhookconfiguration", "validatingwebhookconfiguration"])
    await kubectl.succeed(`kubectl patch ${kind} ${group} --type=json --patch='${change}'`);
}
