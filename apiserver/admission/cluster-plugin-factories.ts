import type { PluginConfigurations } from "./configuration.js";
import { namespaceLifecycle } from "./namespace-lifecycle/namespace-lifecycle.js";
import type { PluginFactory } from "./initializer.js";
import { webhookFactories, type WebhookConfig } from "./webhook/webhook-factories.js";

/**
 * Returns the factories of Kubernetes' plugins for a server in a cluster, in invocation order.
 * @throws Error for a configuration that cannot be read or used
 */
export async function clusterPluginFactories(
  config: WebhookConfig,
  configurations: PluginConfigurations,
): Promise<readonly PluginFactory[]> {
  const { mutating, validating } = await webhookFactories(config, configurations);
  return [namespaceLifecycle, mutating, validating];
}
