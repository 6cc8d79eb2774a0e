import { namespaceLifecycle } from "./namespace-lifecycle/namespace-lifecycle.js";
import type { PluginFactory } from "./initializer.js";

/** Returns the factories of Kubernetes' plugins for a server in a cluster, in invocation order. */
export function clusterPluginFactories(): readonly PluginFactory[] {
  return [namespaceLifecycle];
}
