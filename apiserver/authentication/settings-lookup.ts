import {
  isForbidden,
  isNotFound,
  SharedInformer,
  untypedResource,
  type APIObject,
  type RESTClient,
} from "@apimachinery/client";
import type { Log } from "../logging/log.js";
import {
  noClusterSettings,
  parseClusterSettings,
  settingsConfigMap,
  type ClusterSettings,
} from "./cluster-settings.js";

interface ConfigMap extends APIObject {
  readonly data?: Readonly<Record<string, string>>;
}

const configMaps = untypedResource<ConfigMap>({ group: "", version: "v1", kind: "ConfigMap" }, "configmaps");
const { namespace, name } = settingsConfigMap;

/** Follows the authentication settings that a cluster publishes for its extension API servers. */
export class SettingsLookup {
  readonly #client: RESTClient;
  readonly #log: Log;
  #current = noClusterSettings;
  #onChange: () => void = () => undefined;
  readonly #stop = new AbortController();

  constructor(client: RESTClient, log: Log) {
    this.#client = client;
    this.#log = log;
  }

  /** The settings of the last version of the ConfigMap that could be read. */
  get current(): ClusterSettings {
    return this.#current;
  }

  /**
   * Reads the ConfigMap once. A missing ConfigMap is logged, and leaves the settings empty.
   * @throws Error if the cluster cannot be reached, refuses the request, or sends invalid settings
   */
  async read(): Promise<void> {
    try {
      const found = await this.#client.resourceOf(configMaps).namespace(namespace).get(name);
      this.#current = parseClusterSettings(found.data ?? {});
    } catch (error) {
      if (!isNotFound(error)) throw new Error(messageOf(error), { cause: error });
      this.#log.error(
        `the cluster has no ConfigMap ${namespace}/${name}: its front proxies and client certificates are not authenticated until the ConfigMap exists`,
        error,
      );
    }
  }

  /**
   * Follows the ConfigMap until `close`, and calls `onChange` after each change of the settings.
   */
  follow(onChange: () => void): void {
    this.#onChange = onChange;
    const informer = new SharedInformer<ConfigMap>(this.#client.resourceOf(configMaps).namespace(namespace), {
      fieldSelector: `metadata.name=${name}`,
      onError: (error) => {
        this.#log.error(
          `the ConfigMap ${namespace}/${name} could not be watched; the server will read it again`,
          error,
        );
      },
    });
    informer.addEventHandler({
      onAdd: (object) => {
        this.#set(object);
      },
      onUpdate: (_, object) => {
        this.#set(object);
      },
    });
    void informer.run(this.#stop.signal);
  }

  close(): void {
    this.#stop.abort();
  }

  #set({ data = {} }: { readonly data?: Readonly<Record<string, string>> }): void {
    try {
      const next = parseClusterSettings(data);
      if (JSON.stringify(next) === JSON.stringify(this.#current)) return;
      this.#current = next;
      this.#onChange();
    } catch (error) {
      this.#log.error("the authentication settings could not be read; the previous settings stay in use", error);
    }
  }
}

function messageOf(error: unknown): string {
  const { message } = error as Error;
  const remedy = isForbidden(error)
    ? `. This is usually fixed by: kubectl create rolebinding -n ${namespace} ROLEBINDING_NAME --role=extension-apiserver-authentication-reader --serviceaccount=YOUR_NS:YOUR_SA`
    : "";
  return `unable to read the ConfigMap ${namespace}/${name}: ${message}${remedy}`;
}
