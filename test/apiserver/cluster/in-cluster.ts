import type { AdmissionConfig, User } from "@apimachinery/apiserver";
import { connectCluster, type Cluster } from "../../../apiserver/options/cluster.js";
import { admitting, byDefault } from "../admitting.js";
import type { HarnessOptions, InProcessServer } from "../harness.js";
import type { ClusterPeer } from "./cluster-peer.js";

/** Returns client and informers of the cluster that a peer plays. */
export async function clusterOf(peer: ClusterPeer): Promise<NonNullable<Cluster["core"]>> {
  const files = { kubeconfig: peer.kubeconfig(), authenticationKubeconfig: "", authorizationKubeconfig: "" };
  const { core } = await connectCluster(files, () => undefined, {});
  if (core === undefined) throw new Error("the kubeconfig does not name a cluster");
  return core;
}

/** Returns a pizza server that belongs to the cluster of a peer. */
export async function inCluster(
  peer: ClusterPeer,
  {
    plugins = [],
    options = byDefault,
    ...more
  }: Partial<AdmissionConfig> & Pick<HarnessOptions, "groups"> & { readonly user?: User } = {},
): Promise<InProcessServer> {
  return admitting(plugins, options, true, { external: await clusterOf(peer), ...more });
}

/** Creates or replaces a namespace of the peer. */
export function putNamespace(peer: ClusterPeer, name: string, more: object = {}, phase = "Active"): void {
  peer.put(`/api/v1/namespaces/${name}`, {
    apiVersion: "v1",
    kind: "Namespace",
    metadata: { name, ...more },
    status: { phase },
  });
}

/** Removes namespaces and webhook configurations of a peer, and forgets its requests. */
export function resetPeer(peer: ClusterPeer): void {
  const registration = "/apis/admissionregistration.k8s.io/v1";
  for (const collection of [
    "/api/v1/namespaces",
    `${registration}/mutatingwebhookconfigurations`,
    `${registration}/validatingwebhookconfigurations`,
  ])
    for (const { metadata } of peer.objects.list(collection)) peer.objects.remove(`${collection}/${metadata.name}`);
  peer.intercept = () => false;
  peer.requests.length = 0;
}
