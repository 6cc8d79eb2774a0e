import type { ClientConfig } from "../rest/client-config.js";

/**
 * A kubeconfig file, or several merged: what is named, by its name. Paths in it are absolute. Go's
 * clientcmdapi.Config.
 */
export interface Kubeconfig {
  readonly clusters: ReadonlyMap<string, Cluster>;
  readonly users: ReadonlyMap<string, User>;
  readonly contexts: ReadonlyMap<string, Context>;
  /** Empty where none is. */
  readonly currentContext: string;
}

/** Where something stands, for messages. */
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
  /**
   * What this library does not do, and where it is asked for: only who is that user needs to know.
   */
  readonly unsupported: (Origin & { readonly what: string }) | undefined;
}

export interface Context extends Origin {
  readonly cluster: string;
  readonly user: string;
  readonly namespace: string;
}

/** PEM text that is in the file itself, or the path of a file that it is in. */
export type Material = ({ readonly text: string } | { readonly file: string }) & Origin;
