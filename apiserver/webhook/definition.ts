import type { PluginFactory } from "../admission/initializer.js";
import type { AnyGroupDefinition } from "../server/group-definition.js";

/**
 * Definition of a server for the webhooks of custom resources. It uses the types and strategies of
 * API groups.
 */
export interface WebhookServerDefinition {
  /** Name of the program, for its help and its certificate. */
  readonly name: string;
  readonly description?: string;
  /** Version of the program, such as `v1.0.0`. Default: `v0.0.0`. */
  readonly version?: string;
  /** Groups whose objects `/convert` converts between their versions. */
  readonly conversion?: readonly AnyGroupDefinition[];
  /**
   * Groups whose objects `/mutate` changes: it sets the defaults of their types, and calls
   * `prepareForCreate`, `prepareForUpdate` and `canonicalize` of their strategies, and `admit` of
   * the admission plugins.
   */
  readonly mutating?: readonly AnyGroupDefinition[];
  /**
   * Groups whose objects `/validate` checks: it applies the rules of their types, and calls
   * `validate` and `validateUpdate` of their strategies, and `validate` of the admission plugins.
   */
  readonly validating?: readonly AnyGroupDefinition[];
  /**
   * Admission plugins that are called after those of the groups. Their client and their informers
   * are those of the cluster, because a webhook server stores no objects.
   */
  readonly admissionPlugins?: readonly PluginFactory[];
  /**
   * Admission plugins that are called last. They are omitted if the program has no access to a
   * cluster, neither by `--kubeconfig` nor as a pod. In this case, the log names the omitted
   * plugins.
   */
  readonly clusterPlugins?: readonly PluginFactory[];
}
