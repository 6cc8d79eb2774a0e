import type { InformerFactory, RESTClient } from "@apimachinery/client";
import type { Scheme } from "@apimachinery/runtime";
import type { Authorizer } from "../request/authorizer.js";
import type { PluginConfiguration } from "./configuration.js";
import type { AdmissionPlugin } from "./plugin.js";

/** Parts of the server that plugins can use (Go: admission initializers). */
export interface AdmissionContext {
  /**
   * Client with which the server sends requests to itself. The authorizers allow all requests of
   * this client.
   */
  readonly client: RESTClient;
  /**
   * Informers that use `client`. Informers that a plugin requests in `build` start after the server
   * has started.
   */
  readonly informers: InformerFactory;
  /**
   * Client and informers of the cluster in the kubeconfig of `--kubeconfig`; undefined for a
   * standalone server (Go: ExternalKubeClientSet and ExternalKubeInformerFactory).
   */
  readonly external: ExternalCluster | undefined;
  readonly scheme: Scheme;
  readonly authorizers: readonly Authorizer[];
  /** Signal that is aborted when the server stops. */
  readonly signal: AbortSignal;
}

/** The cluster to which a server belongs. */
export interface ExternalCluster {
  readonly client: RESTClient;
  /** Informers that use `client`. They start after the server has started. */
  readonly informers: InformerFactory;
}

/** Builds an admission plugin. Flags can enable or disable the plugin by its name. */
export interface PluginFactory {
  readonly name: string;
  /**
   * True if the plugin is enabled only by the flag `--enable-admission-plugins`. Default: false.
   */
  readonly isOffByDefault?: boolean;
  /**
   * True if the plugin cannot work without `external`. A standalone server then starts only if
   * `--disable-admission-plugins` disables the plugin. Default: false.
   */
  readonly needsCluster?: boolean;
  /**
   * Builds the plugin. Called once, before the server starts.
   * @param configuration configuration of the plugin in the file of
   *   `--admission-control-config-file`; undefined if it has none
   * @throws Error for an invalid or missing configuration
   */
  build(context: AdmissionContext, configuration: PluginConfiguration | undefined): AdmissionPlugin;
}
