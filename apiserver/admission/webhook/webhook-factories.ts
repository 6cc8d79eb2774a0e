import type { Logger } from "../../logging/logger.js";
import { ClusterNamespaces } from "../cluster-namespaces.js";
import type { PluginConfigurations } from "../configuration.js";
import type { AdmissionContext, PluginFactory } from "../initializer.js";
import type { AdmissionPlugin } from "../plugin.js";
import type { ServiceResolver } from "./hook-address.js";
import { HookClients } from "./hook-clients.js";
import { HookSource } from "./hook-source.js";
import { mutatingWebhookName, mutatingWebhooks } from "./mutating-webhooks.js";
import type { WebhookObserver } from "./observer.js";
import { readUsers } from "./read-users.js";
import { validatingWebhookName, validatingWebhooks, type WebhookTools } from "./validating-webhooks.js";
import type { WebhookType } from "./webhook-configuration.js";

/** Settings of both webhook plugins. */
export interface WebhookConfig {
  readonly log: Logger;
  readonly observer: WebhookObserver;
  /** Returns the URL of a service; undefined to use the DNS name of the service. */
  readonly resolveService: ServiceResolver | undefined;
}

/** Factories of the webhook plugins. */
export interface WebhookFactories {
  readonly mutating: PluginFactory;
  readonly validating: PluginFactory;
}

/**
 * Reads the credentials for webhooks, and returns the factories of the webhook plugins.
 * @throws Error for a configuration that cannot be read or used
 */
export async function webhookFactories(
  config: WebhookConfig,
  configurations: PluginConfigurations,
): Promise<WebhookFactories> {
  const of = (name: string, type: WebhookType, make: (tools: WebhookTools) => AdmissionPlugin) =>
    newFactory(config, configurations, name, type, make);
  return {
    mutating: await of(mutatingWebhookName, "mutating", mutatingWebhooks),
    validating: await of(validatingWebhookName, "validating", validatingWebhooks),
  };
}

async function newFactory(
  { log, observer, resolveService }: WebhookConfig,
  configurations: PluginConfigurations,
  name: string,
  type: WebhookType,
  make: (tools: WebhookTools) => AdmissionPlugin,
): Promise<PluginFactory> {
  const users = await readUsers(configurations.of(name), log);
  return {
    name,
    needsCluster: true,
    build: ({ external, authorizers }: AdmissionContext) => {
      if (external === undefined) throw new Error("kubernetes client is not properly setup");
      const clients = new HookClients(users, resolveService);
      const source = new HookSource(external, type);
      return make({ type, clients, log, source, observer, authorizers, namespaces: new ClusterNamespaces(external) });
    },
  };
}
