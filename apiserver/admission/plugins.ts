import type { PluginConfiguration, PluginConfigurations } from "./configuration.js";
import { newFollowedKinds, type FollowedKind } from "./followed-kinds.js";
import type { AdmissionContext, PluginFactory } from "./initializer.js";
import type { AdmissionPlugin } from "./plugin.js";

/**
 * Names of the plugins that flags enable or disable. Other plugins are enabled unless they are off
 * by default.
 */
export interface PluginSelection {
  readonly enableAdmissionPlugins: readonly string[];
  readonly disableAdmissionPlugins: readonly string[];
}

/** Options for the admission plugins of a server. */
export interface AdmissionOptions extends PluginSelection {
  /** Path of an AdmissionConfiguration file; empty if none is used. */
  readonly admissionControlConfigFile: string;
}

/** Names of Kubernetes' admission plugins that need a cluster, in invocation order. */
export const clusterPlugins: readonly string[] = [
  "NamespaceLifecycle",
  "MutatingAdmissionPolicy",
  "MutatingAdmissionWebhook",
  "ValidatingAdmissionPolicy",
  "ValidatingAdmissionWebhook",
];

/** Names of Kubernetes' plugins that this server does not have. */
const policyPlugins: readonly string[] = ["MutatingAdmissionPolicy", "ValidatingAdmissionPolicy"];

/**
 * Returns the errors in a selection of plugins, each as one sentence.
 * @param factories factories in the server's definition, in invocation order
 * @param hasCluster true if the server belongs to a cluster
 */
export function validateSelection(
  factories: readonly PluginFactory[],
  selection: PluginSelection,
  hasCluster: boolean,
): string[] {
  const { enableAdmissionPlugins: on, disableAdmissionPlugins: off } = selection;
  const names = factories.map(({ name }) => name);
  const isKnown = (name: string) => names.includes(name) || clusterPlugins.includes(name);
  const known = `the admission plugins are ${[...clusterPlugins, ...names.filter((name) => !clusterPlugins.includes(name))].join(", ")}`;
  const errors = on.flatMap((name) => (names.includes(name) ? [] : (enablingError(name, hasCluster, known) ?? [])));
  // Disabling a Kubernetes plugin that this server does not have is not an error, because
  // deployment manifests often contain such flags.
  for (const name of off)
    if (!isKnown(name)) errors.push(`disable-admission-plugins plugin ${JSON.stringify(name)} is unknown: ${known}`);
  const both = [...new Set(on.filter((name) => off.includes(name)))].sort();
  if (both.length > 0)
    errors.push(`[${both.join(" ")}] in enable-admission-plugins and disable-admission-plugins overlapped`);
  if (hasCluster) return errors;
  return [...errors, ...enabledPlugins(factories, selection).filter(isInCluster).map(clusterMissing)];
}

function isInCluster({ needsCluster = false }: PluginFactory): boolean {
  return needsCluster;
}

/** Returns the error message for a standalone server with a plugin that needs a cluster. */
function clusterMissing({ name }: PluginFactory): string {
  return `the admission plugin ${JSON.stringify(name)} needs a cluster, and this server is standalone: name the cluster by --kubeconfig, or disable the plugin by --disable-admission-plugins=${name}`;
}

/**
 * Returns the error message for an enabled plugin that is not in the server's definition; undefined
 * if a server with a cluster has the plugin anyway.
 * @param known sentence with the names of all plugins
 */
function enablingError(name: string, hasCluster: boolean, known: string): string | undefined {
  const plugin = `enable-admission-plugins plugin ${JSON.stringify(name)}`;
  if (!clusterPlugins.includes(name)) return `${plugin} is unknown: ${known}`;
  if (policyPlugins.includes(name))
    return `${plugin} is not supported: remove it, because this server has no admission policies`;
  return hasCluster
    ? undefined
    : `${plugin} needs a cluster, and this server is standalone: name the cluster by --kubeconfig`;
}

/** Returns the factories of the enabled plugins, in the order of `factories`. */
export function enabledPlugins(
  factories: readonly PluginFactory[],
  { enableAdmissionPlugins: on, disableAdmissionPlugins: off }: PluginSelection,
): readonly PluginFactory[] {
  return factories.filter(
    ({ name, isOffByDefault = false }) => (on.includes(name) || !isOffByDefault) && !off.includes(name),
  );
}

/** The built plugins, and the kinds for which they have requested informers. */
export interface BuiltPlugins {
  readonly plugins: readonly AdmissionPlugin[];
  readonly followed: readonly FollowedKind[];
}

/**
 * Builds the enabled plugins, in the order of their factories.
 * @throws Error for a plugin whose build fails or whose name occurs twice, and for a configuration
 *   of an unknown plugin
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
  if (isInCluster(factory) && context.external === undefined) throw new Error(clusterMissing(factory));
  try {
    const plugin = factory.build(context, configuration);
    if (plugin.name !== name)
      throw new Error(
        `"build" returned a plugin with the name ${JSON.stringify(plugin.name)}: give the plugin the name of its factory`,
      );
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
