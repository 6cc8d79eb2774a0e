import type { RequestHeaderSettings } from "./request-headers.js";

/** The authentication settings that a cluster publishes for its extension API servers. */
export interface ClusterSettings {
  /**
   * CA certificates (PEM) that sign the client certificates of users; empty if the cluster has
   * none.
   */
  readonly clientCA: string;
  /** Settings for the cluster's front proxies; undefined if it has none. */
  readonly requestHeaders: (RequestHeaderSettings & { readonly frontProxyCA: string }) | undefined;
}

export const noClusterSettings: ClusterSettings = { clientCA: "", requestHeaders: undefined };

/** Namespace and name of the ConfigMap with the settings. */
export const settingsConfigMap = { namespace: "kube-system", name: "extension-apiserver-authentication" };

/**
 * Reads the settings from the data of the ConfigMap. A list is stored as a JSON array in one
 * string.
 * @throws Error that names the key of an invalid value
 */
export function parseClusterSettings(data: Readonly<Record<string, string>>): ClusterSettings {
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
