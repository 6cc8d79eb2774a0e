import type { InformerFactory, RESTClient } from "@apimachinery/client";
import type { Scheme } from "@apimachinery/runtime";
import type { Authorizer } from "../request/authorizer.js";
import type { PluginConfiguration } from "./configuration.js";
import type { AdmissionPlugin } from "./plugin.js";

/**
 * What plugins may want of their server: Go's admission initializers. Each takes of it what it
 * needs, when it is made.
 */
export interface AdmissionContext {
  /** The server's client of itself, which may do everything. */
  readonly client: RESTClient;
  /**
   * Informers over that client. They start after the server: those that a plugin asks for while it
   * is made, and no others.
   */
  readonly informers: InformerFactory;
  /** The cluster that the server belongs to; undefined where it stands alone. */
  readonly external: { readonly client: RESTClient; readonly informers: InformerFactory } | undefined;
  readonly scheme: Scheme;
  readonly authorizers: readonly Authorizer[];
  /** Aborted when the server stops. */
  readonly signal: AbortSignal;
}

/** A plugin that can be switched on, under its name. */
export interface PluginFactory {
  readonly name: string;
  /** On unless `--enable-admission-plugins` names it where true. */
  readonly isOffByDefault?: boolean;
  /**
   * Makes the plugin, once, before the server starts.
   * @param configuration its part of `--admission-control-config-file`
   * @throws Error for a configuration that it can't use, or where it misses something
   */
  build(context: AdmissionContext, configuration: PluginConfiguration | undefined): AdmissionPlugin;
}
