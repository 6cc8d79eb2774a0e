import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { request } from "node:https";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { issueClient } from "../../../apiserver/certificates/authority.js";
import { kubeconfigText } from "../../../apiserver/certificates/kubeconfig.js";
import { findKubernetes, type KubernetesProgram } from "../binaries.js";
import { startAnyEtcd } from "../etcd.js";
import { startPeerProcess, type PeerProcess } from "../peer-process.js";
import { createCredentials, type ClusterCredentials } from "./credentials.js";
import { freePort } from "../free-port.js";
import { eventually } from "../../eventually.js";

/** A cluster without nodes: etcd, kube-apiserver and, where a test needs it, its controllers. */
export class KubeCluster {
  readonly folder: string;
  readonly credentials: ClusterCredentials;
  readonly etcd: PeerProcess;
  readonly port: number;
  #apiserver: PeerProcess | undefined;
  #controllers: PeerProcess | undefined;

  private constructor(folder: string, credentials: ClusterCredentials, etcd: PeerProcess, port: number) {
    this.folder = folder;
    this.credentials = credentials;
    this.etcd = etcd;
    this.port = port;
  }

  static async start(): Promise<KubeCluster> {
    const folder = mkdtempSync(join(tmpdir(), "cluster-"));
    const credentials = await createCredentials(join(folder, "credentials"));
    const cluster = new KubeCluster(folder, credentials, await startAnyEtcd("--unsafe-no-fsync"), await freePort());
    try {
      await cluster.startAPIServer();
      return cluster;
    } catch (error) {
      await cluster.remove();
      throw error;
    }
  }

  get url(): string {
    return `https://127.0.0.1:${this.port}`;
  }

  /** Starts kube-apiserver, and waits until it is ready. */
  async startAPIServer(): Promise<void> {
    this.#apiserver = await startProgram("kube-apiserver", /Serving securely on (\S+)/, () => this.#flags());
    await eventually(() => this.#isReady());
  }

  /** Kills kube-apiserver. */
  async stopAPIServer(): Promise<void> {
    await this.#apiserver?.stop();
    this.#apiserver = undefined;
  }

  /** Writes a kubeconfig with a client certificate for a user, and returns its path. */
  async kubeconfigOf(user: string, groups: readonly string[] = []): Promise<string> {
    const file = join(this.folder, `${user.replace(/\W/g, "-")}.kubeconfig`);
    const client = await issueClient(this.credentials.clientAuthority, user, groups);
    const authority = this.credentials.servingAuthority.certificate;
    writeFileSync(file, kubeconfigText({ name: "cluster", server: this.url, authority, client }), { mode: 0o600 });
    return file;
  }

  /** Writes the kubeconfig of an administrator, and returns its path. */
  administrator(): Promise<string> {
    return this.kubeconfigOf("admin", ["system:masters"]);
  }

  async remove(): Promise<void> {
    await this.#controllers?.stop();
    await this.stopAPIServer();
    await this.etcd.stop();
    rmSync(this.folder, { recursive: true, force: true });
  }

  /**
   * Starts kube-controller-manager with the controllers that delete namespaces and unowned objects,
   * and migrate storage versions. The garbage collector looks for new kinds every 30 seconds, so
   * that the kinds of a test should exist before.
   */
  async startControllers(): Promise<void> {
    const kubeconfig = await this.kubeconfigOf("controllers", ["system:masters"]);
    this.#controllers = await startProgram("kube-controller-manager", /(Starting controller)/, () => [
      `--kubeconfig=${kubeconfig}`,
      "--controllers=namespace-controller,garbage-collector-controller,storage-version-migrator-controller",
      "--leader-elect=false",
      "--bind-address=127.0.0.1",
      "--secure-port=0",
      "--v=2",
    ]);
  }

  #flags(): readonly string[] {
    const file = (name: string) => join(this.credentials.folder, name);
    return [
      `--etcd-servers=http://${this.etcd.address}`,
      "--bind-address=127.0.0.1",
      // An address of documentation: pods would use it, and this cluster has none.
      "--advertise-address=192.0.2.1",
      "--endpoint-reconciler-type=none",
      `--secure-port=${this.port}`,
      `--tls-cert-file=${file("serving.crt")}`,
      `--tls-private-key-file=${file("serving.key")}`,
      `--client-ca-file=${file("client-ca.crt")}`,
      `--requestheader-client-ca-file=${file("front-proxy-ca.crt")}`,
      "--requestheader-allowed-names=front-proxy-client",
      "--requestheader-username-headers=X-Remote-User",
      "--requestheader-uid-headers=X-Remote-Uid",
      "--requestheader-group-headers=X-Remote-Group",
      "--requestheader-extra-headers-prefix=X-Remote-Extra-",
      `--proxy-client-cert-file=${file("front-proxy.crt")}`,
      `--proxy-client-key-file=${file("front-proxy.key")}`,
      "--authorization-mode=RBAC",
      "--service-account-issuer=https://kubernetes.default.svc",
      `--service-account-key-file=${file("service-accounts.key")}`,
      `--service-account-signing-key-file=${file("service-accounts.key")}`,
      "--service-cluster-ip-range=10.96.0.0/24",
    ];
  }

  #isReady(): Promise<boolean> {
    return new Promise((resolve) => {
      const probe = request(`${this.url}/readyz`, { rejectUnauthorized: false, agent: false }, (response) => {
        response.resume();
        resolve(response.statusCode === 200);
      });
      probe.on("error", () => {
        resolve(false);
      });
      probe.end();
    });
  }
}

function startProgram(name: KubernetesProgram, ready: RegExp, flags: () => readonly string[]): Promise<PeerProcess> {
  const command = findKubernetes(name);
  if (command === undefined) throw new Error(`${name} was not found`);
  return startPeerProcess({ name, command: () => [...command, ...flags()], ready });
}
