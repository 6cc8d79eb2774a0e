import type { PluginConfigurations } from "./configuration.js";
import type { AdmissionContext, PluginFactory } from "./initializer.js";
import type { AdmissionPlugin } from "./plugin.js";

/** Which plugins are wanted beside, or instead of, those that are on by default. */
export interface PluginSelection {
  readonly enableAdmissionPlugins: readonly string[];
  readonly disableAdmissionPlugins: readonly string[];
}

/** The plugins that every Kubernetes API server has, in their order. They judge by a cluster, and are not there without one. */
export const clusterPlugins: readonly string[] = [
  "NamespaceLifecycle",
  "MutatingAdmissionPolicy",
  "MutatingAdmissionWebhook",
  "ValidatingAdmissionPolicy",
  "ValidatingAdmissionWebhook",
];

/** What is wrong with a selection, one sentence each. @param factories in the order in which they are asked */
export function validateSelection(factories: readonly PluginFactory[], { enableAdmissionPlugins: on, disableAdmissionPlugins: off }: PluginSelection): string[] {
  const names = factories.map(({ name }) => name);
  const errors: string[] = [];
  for (const name of on) {
    if (names.includes(name)) continue;
    if (clusterPlugins.includes(name)) errors.push(`enable-admission-plugins plugin ${JSON.stringify(name)} needs a cluster, and this server stands alone`);
    else errors.push(`enable-admission-plugins plugin ${JSON.stringify(name)} is unknown`);
  }
  for (const name of off) {
    // Manifests switch these off; they are.
    if (!names.includes(name) && !clusterPlugins.includes(name)) errors.push(`disable-admission-plugins plugin ${JSON.stringify(name)} is unknown`);
  }
  const both = [...new Set(on.filter((name) => off.includes(name)))].sort();
  if (both.length > 0) errors.push(`[${both.join(" ")}] in enable-admission-plugins and disable-admission-plugins overlapped`);
  return errors;
}

/** The plugins that are on, in the order of the factories, whatever the order in which they were named. */
export function enabledPlugins(factories: readonly PluginFactory[], { enableAdmissionPlugins: on, disableAdmissionPlugins: off }: PluginSelection): readonly PluginFactory[] {
  return factories.filter(({ name, isOffByDefault = false }) => (on.includes(name) || !isOffByDefault) && !off.includes(name));
}

/** Makes the plugins that are on. @throws Error of the first that can't be made, with its name */
export function buildPlugins(
  factories: readonly PluginFactory[],
  selection: PluginSelection,
  configurations: PluginConfigurations,
  context: AdmissionContext,
): readonly AdmissionPlugin[] {
  configurations.requireKnown([...factories.map(({ name }) => name), ...clusterPlugins]);
  return enabledPlugins(factories, selection).map((factory) => {
    try {
      return factory.build(context, configurations.of(factory.name));
    } catch (error) {
      throw new Error(`failed to initialize admission plugin ${JSON.stringify(factory.name)}: ${error instanceof Error ? error.message : String(error)}`, { cause: error });
    }
  });
}
