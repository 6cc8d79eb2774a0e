import { untypedResource, type APIObject, type DeepReadonly, type SharedInformer } from "@apimachinery/client";
import type { ExternalCluster } from "./initializer.js";
import type { Syncing } from "./ready.js";

/** A core/v1 Namespace with only the fields that admission uses. */
export interface AdmissionNamespace extends APIObject {
  status?: { phase?: string };
}

const namespaces = untypedResource<AdmissionNamespace>({ group: "", version: "v1", kind: "Namespace" }, "namespaces");

/**
 * Access to the namespaces of a cluster, from an informer's cache or by requests to the cluster.
 */
export class ClusterNamespaces implements Syncing {
  readonly #client: ExternalCluster["client"];
  readonly #informer: SharedInformer<AdmissionNamespace>;

  constructor({ client, informers }: ExternalCluster) {
    this.#client = client;
    this.#informer = informers.forResource(namespaces);
  }

  get hasSynced(): boolean {
    return this.#informer.hasSynced;
  }

  /** Returns a namespace from the cache; undefined if the cache does not contain it. */
  cached(name: string): DeepReadonly<AdmissionNamespace> | undefined {
    return this.#informer.lister.get(name);
  }

  /**
   * Reads a namespace from the cluster.
   * @throws StatusError 404 if the namespace does not exist
   */
  read(name: string): Promise<DeepReadonly<AdmissionNamespace>> {
    return this.#client.resourceOf(namespaces).get(name);
  }
}
