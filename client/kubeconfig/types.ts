import type { ClientConfig } from "../rest/client-config.js";

/**
 * One kubeconfig, or several merged ones: entries by name, with absolute paths (Go:
 * clientcmdapi.Config).
 */
export interface Kubeconfig {
  readonly clusters: ReadonlyMap<string, Cluster>;
  readonly users: ReadonlyMap<string, User>;
  readonly contexts: ReadonlyMap<string, Context>;
  /** Empty where not set. */
  readonly currentContext: string;
}

/** Position of an entry, for messages. */
export interface Origin {
  /** `file:line:column`. */
  readonly position: string;
}

export interface Cluster extends Origin {
  readonly server: string;
  readonly tlsServerName: string;
  readonly insecureSkipTLSVerify: boolean;
  readonly certificateAuthority: Material | undefined;
  readonly proxyURL: string;
  readonly disableCompression: boolean;
}

export interface User extends Origin {
  readonly clientCertificate: Material | undefined;
  readonly clientKey: Material | undefined;
  readonly token: string;
  readonly tokenFile: string;
  readonly username: string;
  readonly password: string;
  readonly impersonate: ClientConfig["impersonate"];
  /** An unsupported kind of authentication. It is an error only for a context with this user. */
  readonly unsupported: (Origin & { readonly what: string }) | undefined;
}

export interface Context extends Origin {
  readonly cluster: string;
  readonly user: string;
  readonly namespace: string;
}

/** PEM text in the kubeconfig, or the path of a PEM file. */
export type Material = ({ readonly text: string } | { readonly file: string }) & Origin;
