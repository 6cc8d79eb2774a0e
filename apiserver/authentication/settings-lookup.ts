import {
  isForbidden,
  isNotFound,
  SharedInformer,
  untypedResource,
  type APIObject,
  type RESTClient,
} from "@apimachinery/client";
import type { Log } from "../logging/log.js";
import type { RequestHeaderSettings } from "./request-headers.js";

/** The authentication settings that a cluster publishes for its extension API servers. */
interface ClusterSettings {
  /**
   * CA certificates (PEM) that sign the client certificates of users; empty if the cluster has
   * none.
   */
  readonly clientCA: string;
  /** Settings for the cluster's front proxies; undefined if it has none. */
  readonly requestHeaders: (RequestHeaderSettings & { readonly frontProxyCA: string }) | undefined;
}

const noClusterSettings: ClusterSettings = { clientCA: "", requestHeaders: undefined };

/** Namespace and name of the ConfigMap with the settings. */
const settingsConfigMap = { namespace: "kube-system", name: "extension-apiserver-authentication" };

/**
 * Reads the settings from the data of the ConfigMap. A list is stored as a JSON array in one
 * string.
 * @throws Error that names the key of an invalid value
 */
function parseClusterSettings(data: Readonly<Record<string, string>>): ClusterSettings {
  const frontProxyCA = data["requestheader-client-ca-file"] ?? "";
  const lowerCase = (key: string) => listOf(data, key).map((name) => name.toLowerCase());
  return {
    clientCA: data["client-ca-file"] ?? "",
    requestHeaders:
      frontProxyCA === ""
        ? undefined
        : {
            frontProxyCA,
            allowedNames: listOf(data, "requestheader-allowed-names"),
            usernameHeaders: lowerCase("requestheader-username-headers"),
            uidHeaders: lowerCase("requestheader-uid-headers"),
            groupHeaders: lowerCase("requestheader-group-headers"),
            extraHeadersPrefixes: lowerCase("requestheader-extra-headers-prefix"),
          },
  };
}

function listOf(data: Readonly<Record<string, string>>, key: string): readonly string[] {
  const text = data[key] ?? "";
  if (text === "") return [];
  const value = parsed(text);
  if (!Array.isArray(value) || !value.every((item) => typeof item === "string"))
    throw new Error(
      `${key} of the ConfigMap ${settingsConfigMap.namespace}/${settingsConfigMap.name} is not a JSON array of strings: ${text}`,
    );
  return value;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

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
