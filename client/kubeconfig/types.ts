import type { ClientConfig } from "../rest/client-config.js";

/**
 * Entries of one kubeconfig, or of several merged kubeconfigs, by name (Go: clientcmdapi.Config).
 * Paths are absolute, or relative to the working directory if the path of the kubeconfig itself is
 * relative.
 */
export interface Kubeconfig {
  readonly clusters: ReadonlyMap<string, Cluster>;
  readonly users: ReadonlyMap<string, User>;
  readonly contexts: ReadonlyMap<string, Context>;
  /** Name of the current context; empty if the kubeconfig does not set it. */
  readonly currentContext: string;
}

/** Position of an entry, for error messages. */
export interface EntryOrigin {
  /** Position in the form `file:line:column`. */
  readonly position: string;
}

export interface Cluster extends EntryOrigin {
  readonly server: string;
  readonly tlsServerName: string;
  readonly insecureSkipTLSVerify: boolean;
  readonly certificateAuthority: Material | undefined;
  readonly proxyURL: string;
  readonly disableCompression: boolean;
}

export interface User extends EntryOrigin {
  readonly clientCertificate: Material | undefined;
  readonly clientKey: Material | undefined;
  readonly token: string;
  readonly tokenFile: string;
  readonly username: string;
  readonly password: string;
  readonly impersonate: ClientConfig["impersonate"];
  /**
   * The first authentication method of this user that this client does not support; undefined if
   * all are supported. The method causes an error only if the selected context refers to this user.
   */
  readonly unsupported: (EntryOrigin & { readonly what: string }) | undefined;
}

export interface Context extends EntryOrigin {
  readonly cluster: string;
  readonly user: string;
  readonly namespace: string;
}

/** A certificate or key: PEM in the kubeconfig, or the path of a PEM file. */
export type Material = ({ readonly text: string } | { readonly file: string }) & EntryOrigin;
