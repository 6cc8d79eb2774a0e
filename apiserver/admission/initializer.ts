import type { InformerFactory, RESTClient } from "@apimachinery/client";
import type { Scheme } from "@apimachinery/runtime";
import type { Authorizer } from "../request/authorizer.js";
import type { PluginConfiguration } from "./configuration.js";
import type { AdmissionPlugin } from "./plugin.js";

/** Parts of the server that a plugin can use (Go: admission initializers). */
export interface AdmissionContext {
  /**
   * Client with which the server sends requests to itself. Authorization allows all of these
   * requests.
   */
  readonly client: RESTClient;
  /**
   * Informers that use `client`. If a plugin requests an informer while the plugin is built, the
   * informer starts after the server.
   */
  readonly informers: InformerFactory;
  /**
   * Client and informers of the cluster that `--kubeconfig` names; undefined for a standalone
   * server (Go: ExternalKubeClientSet and ExternalKubeInformerFactory).
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
  /**
   * Informers that use `client`. They start after the server, as the informers of the server do.
   */
  readonly informers: InformerFactory;
}

/** Builds an admission plugin that flags can enable or disable by name. */
export interface PluginFactory {
  readonly name: string;
  /** True if the plugin is disabled unless `--enable-admission-plugins` names it. */
  readonly isOffByDefault?: boolean;
  /**
   * True if the plugin cannot work without `external`. A standalone server with such a plugin does
   * not start, unless `--disable-admission-plugins` names it.
   */
  readonly needsCluster?: boolean;
  /**
   * Builds the plugin. The server calls this function once, before it starts.
   * @param configuration configuration of the plugin from the file
   * `--admission-control-config-file`
   * @throws Error for an invalid or missing configuration
   */
  build(context: AdmissionContext, configuration: PluginConfiguration | undefined): AdmissionPlugin;
}
