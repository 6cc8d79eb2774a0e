import type { PluginConfiguration, PluginConfigurations } from "./configuration.js";
import { newFollowedKinds, type FollowedKind } from "./followed-kinds.js";
import type { AdmissionContext, PluginFactory } from "./initializer.js";
import type { AdmissionPlugin } from "./plugin.js";

/** The plugins that flags enable and disable, in addition to the defaults. */
export interface PluginSelection {
  readonly enableAdmissionPlugins: readonly string[];
  readonly disableAdmissionPlugins: readonly string[];
}

/** The options of the admission of a server. */
export interface AdmissionOptions extends PluginSelection {
  /** Path of an AdmissionConfiguration, or empty. */
  readonly admissionControlConfigFile: string;
}

/** The plugins of every Kubernetes API server, in their order. They need a cluster. */
export const clusterPlugins: readonly string[] = [
  "NamespaceLifecycle",
  "MutatingAdmissionPolicy",
  "MutatingAdmissionWebhook",
  "ValidatingAdmissionPolicy",
  "ValidatingAdmissionWebhook",
];

/**
 * Returns the problems of a selection, one sentence each.
 * @param factories in invocation order
 */
export function validateSelection(
  factories: readonly PluginFactory[],
  { enableAdmissionPlugins: on, disableAdmissionPlugins: off }: PluginSelection,
): string[] {
  const names = factories.map(({ name }) => name);
  const errors: string[] = [];
  for (const name of on) {
    if (names.includes(name)) continue;
    if (clusterPlugins.includes(name))
      errors.push(
        `enable-admission-plugins plugin ${JSON.stringify(name)} needs a cluster, and this server is standalone`,
      );
    else errors.push(`enable-admission-plugins plugin ${JSON.stringify(name)} is unknown`);
  }
  for (const name of off) {
    // Manifests often disable these plugins, which this server does not have.
    if (!names.includes(name) && !clusterPlugins.includes(name))
      errors.push(`disable-admission-plugins plugin ${JSON.stringify(name)} is unknown`);
  }
  const both = [...new Set(on.filter((name) => off.includes(name)))].sort();
  if (both.length > 0)
    errors.push(`[${both.join(" ")}] in enable-admission-plugins and disable-admission-plugins overlapped`);
  return errors;
}

/** Returns the enabled plugins, in the order of the factories. */
export function enabledPlugins(
  factories: readonly PluginFactory[],
  { enableAdmissionPlugins: on, disableAdmissionPlugins: off }: PluginSelection,
): readonly PluginFactory[] {
  return factories.filter(
    ({ name, isOffByDefault = false }) => (on.includes(name) || !isOffByDefault) && !off.includes(name),
  );
}

/** Built plugins, and the kinds that their informers follow. */
export interface BuiltPlugins {
  readonly plugins: readonly AdmissionPlugin[];
  readonly followed: readonly FollowedKind[];
}

/**
 * Builds the enabled plugins.
 * @throws Error with the name of the first plugin that fails, or of two plugins with one name
 */
export function buildPlugins(
  factories: readonly PluginFactory[],
  selection: PluginSelection,
  configurations: PluginConfigurations,
  context: AdmissionContext,
): BuiltPlugins {
  requireDistinct(factories);
  configurations.requireKnown([...factories.map(({ name }) => name), ...clusterPlugins]);
  const followed: FollowedKind[] = [];
  const plugins = enabledPlugins(factories, selection).map((factory) => {
    const plugin = build(factory, context, configurations.of(factory.name));
    followed.push(...newFollowedKinds(context.informers, followed, `the admission plugin ${factory.name}`));
    return plugin;
  });
  return { plugins, followed };
}

function build(
  factory: PluginFactory,
  context: AdmissionContext,
  configuration: PluginConfiguration | undefined,
): AdmissionPlugin {
  const { name } = factory;
  try {
    const plugin = factory.build(context, configuration);
    if (plugin.name !== name)
      throw new Error(`build returned a plugin with the name ${JSON.stringify(plugin.name)}; both must have one name`);
    return plugin;
  } catch (error) {
    throw new Error(
      `failed to initialize admission plugin ${JSON.stringify(name)}: ${error instanceof Error ? error.message : String(error)}`,
      { cause: error },
    );
  }
}

function requireDistinct(factories: readonly PluginFactory[]): void {
  const names = factories.map(({ name }) => name);
  const repeated = names.find((name, index) => names.indexOf(name) !== index);
  if (repeated !== undefined)
    throw new Error(`the admission plugin ${repeated} is listed twice in "admissionPlugins": list each plugin once`);
}
