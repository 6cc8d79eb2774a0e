import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { issueServing } from "../../../apiserver/certificates/authority.js";
import { mains } from "../../interop/server-process.js";
import { freePort } from "../free-port.js";
import { ClusterKubectl } from "./cluster-kubectl.js";
import type { ClusterCredentials } from "./credentials.js";
import type { KubeCluster } from "./kube-cluster.js";

const namespace = "pizza-apiserver";
const group = "restaurant.programming-kubernetes.info";

/**
 * The pizza server behind a cluster's kube-apiserver, with the objects of artifacts/deployment.
 * Only its Service differs: it leads to a process on this machine, because the cluster has no
 * nodes.
 */
export class AggregatedServer {
  readonly port: number;
  readonly #flags: readonly string[];
  #process: ChildProcess | undefined;
  #output = "";

  private constructor(port: number, flags: readonly string[]) {
    this.port = port;
    this.#flags = flags;
    process.once("exit", () => this.#process?.kill("SIGKILL"));
  }

  /**
   * Creates the objects in the cluster, starts the server, and waits until it is available.
   * @param namesAuthorities true for a server with flags for all authorities, as Go's
   * sample-apiserver is started in its tests; false for a server that reads them from the cluster
   */
  static async start(cluster: KubeCluster, namesAuthorities: boolean): Promise<AggregatedServer> {
    const kubectl = new ClusterKubectl(await cluster.administrator(), cluster.folder);
    const port = await freePort();
    await kubectl.succeed("kubectl apply -k artifacts/deployment");
    await leadServiceTo(kubectl, port, cluster);
    const flags = [
      ...(await flagsOf(cluster, kubectl, port)),
      ...(namesAuthorities ? authorityFlags(cluster.credentials) : []),
    ];
    const server = new AggregatedServer(port, flags);
    await server.again();
    for (const version of ["v1alpha1", "v1beta1"])
      await kubectl.succeed(`kubectl wait --for=condition=Available --timeout=60s apiservice/${version}.${group}`);
    // kube-apiserver merges the OpenAPI documents after the server is available.
    for (const path of [`apis/${group}/v1alpha1`, `apis/${group}/v1beta1`])
      await kubectl.eventually(`kubectl get --raw /openapi/v3 | grep -q '"${path}"'`, 60_000);
    kubectl.remove();
    return server;
  }

  /** Returns the output of the server since its first start. */
  get output(): string {
    return this.#output;
  }

  /** Starts the server again after it has ended, with the same port. */
  async again(): Promise<void> {
    const child = spawn(process.execPath, [mains.pizza, ...this.#flags], { stdio: ["ignore", "pipe", "pipe"] });
    this.#process = child;
    const before = this.#output.length;
    await new Promise<void>((resolve, reject) => {
      const hear = (text: string) => {
        this.#output += text;
        if (this.#output.slice(before).includes("serving on https://")) resolve();
      };
      child.stdout.setEncoding("utf8").on("data", hear);
      child.stderr.setEncoding("utf8").on("data", hear);
      child.on("error", reject);
      child.on("close", (status) => {
        reject(new Error(`the server ends with ${status ?? "a signal"}:\n${this.#output.slice(before)}`));
      });
    });
  }

  /** Sends a signal to the server and waits for its end. */
  async end(signal: "SIGTERM" | "SIGKILL"): Promise<void> {
    const child = this.#process;
    this.#process = undefined;
    if (child === undefined) return;
    const ended = once(child, "close");
    child.kill(signal);
    await ended;
  }
}

/** Replaces the Service by one that leads to this machine. Endpoints refuse loopback addresses. */
async function leadServiceTo(kubectl: ClusterKubectl, port: number, cluster: KubeCluster): Promise<void> {
  await kubectl.succeed(`kubectl delete service api --namespace ${namespace}`);
  await kubectl.succeed(`kubectl create service externalname api --external-name localhost --namespace ${namespace}`);
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
  const { credentials, folder, url, etcd } = cluster;
  const { certificate, key } = await issueServing(credentials.servingAuthority, [`api.${namespace}.svc`, "localhost"]);
  const write = (name: string, text: string) => {
    const file = join(folder, name);
    writeFileSync(file, text, { mode: 0o600 });
    return file;
  };
  const token = (await kubectl.succeed(`kubectl create token apiserver --namespace ${namespace}`)).trim();
  const authority = write("serving-ca.crt", credentials.servingAuthority.certificate);
  const kubeconfig = write("server.kubeconfig", kubeconfigWith(token, url, authority));
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

function kubeconfigWith(token: string, server: string, authority: string): string {
  const cluster = { server, "certificate-authority": authority };
  return JSON.stringify({
    apiVersion: "v1",
    kind: "Config",
    clusters: [{ name: "cluster", cluster }],
    users: [{ name: "server", user: { token } }],
    contexts: [{ name: "server", context: { cluster: "cluster", user: "server" } }],
    "current-context": "server",
  });
}
