import { KubeConfig } from "@kubernetes/client-node";
import { whyNoKubectl } from "../../interop/kubectl.js";
import { whyNoKubernetes } from "../binaries.js";
import { whyNoEtcd } from "../etcd.js";
import { startAggregatedServer } from "./aggregated-server.js";
import { ClusterKubectl } from "./cluster-kubectl.js";
import { KubeCluster } from "./kube-cluster.js";
import type { RestartableServer } from "./restartable-server.js";

/** Returns the reason why tests with this cluster are skipped, as a part of their titles. */
export function whyNoPizzaCluster(): string | undefined {
  return whyNoKubernetes() ?? whyNoEtcd() ?? whyNoKubectl();
}

/** The pizza server behind a cluster, with the toppings tomato and mozzarella. */
export class PizzaCluster {
  readonly cluster: KubeCluster;
  readonly server: RestartableServer;
  /** The kubeconfig of an administrator of the cluster. */
  readonly kubeconfig: string;
  readonly admin: ClusterKubectl;

  private constructor(cluster: KubeCluster, server: RestartableServer, kubeconfig: string) {
    this.cluster = cluster;
    this.server = server;
    this.kubeconfig = kubeconfig;
    this.admin = new ClusterKubectl(kubeconfig, cluster.folder);
  }

  static async start(): Promise<PizzaCluster> {
    const cluster = await KubeCluster.start();
    const server = await startAggregatedServer(cluster, true);
    const started = new PizzaCluster(cluster, server, await cluster.administrator());
    const examples = "artifacts/examples";
    await started.admin.succeed(
      `kubectl create -f ${examples}/topping-tomato.yaml -f ${examples}/topping-mozzarella.yaml`,
    );
    return started;
  }

  /** Returns the configuration of the official JavaScript client. */
  get kubeConfig(): KubeConfig {
    const config = new KubeConfig();
    config.loadFromFile(this.kubeconfig);
    return config;
  }

  async remove(): Promise<void> {
    await this.server.end("SIGKILL");
    await this.cluster.remove();
  }
}
