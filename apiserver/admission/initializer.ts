import type { InformerFactory, RESTClient } from "@apimachinery/client";
import type { Scheme } from "@apimachinery/runtime";
import type { Authorizer } from "../request/authorizer.js";
import type { PluginConfiguration } from "./configuration.js";
import type { AdmissionPlugin } from "./plugin.js";

/** The parts of a server that a plugin can use. (Go: admission initializers.) */
export interface AdmissionContext {
  /** The server's client of itself, which is allowed everything. */
  readonly client: RESTClient;
  /**
   * Informers over that client. The informers that plugins request while they are built start after
   * the server.
   */
  readonly informers: InformerFactory;
  /** The cluster of the server; undefined for a standalone server. */
  readonly external: { readonly client: RESTClient; readonly informers: InformerFactory } | undefined;
  readonly scheme: Scheme;
  readonly authorizers: readonly Authorizer[];
  /** Aborted when the server stops. */
  readonly signal: AbortSignal;
}

/** A plugin that flags can enable or disable by name. */
export interface PluginFactory {
  readonly name: string;
  /** Whether the plugin is off unless `--enable-admission-plugins` names it. */
  readonly isOffByDefault?: boolean;
  /**
   * Builds the plugin, once, before the server starts.
   * @param configuration its part of `--admission-control-config-file`
   * @throws Error for an invalid or missing configuration
   */
  build(context: AdmissionContext, configuration: PluginConfiguration | undefined): AdmissionPlugin;
}
