import type { InformerFactory, MetricsRegistry, RESTClient, WorkQueueObserver } from "@apimachinery/client";
import type { Scheme } from "@apimachinery/runtime";
import type { PluginFactory } from "../admission/initializer.js";
import type { Authenticator } from "../authentication/authenticator.js";
import type { Log } from "../logging/log.js";
import type { ServerDefaults, ServerOptions } from "../options/server-options.js";
import type { DocumentInfo } from "../openapi/documents.js";
import type { GenericAPIServer } from "../server/generic-api-server.js";
import type { Authorizer } from "../request/authorizer.js";
import { servedDefinitions } from "../server/join-groups.js";
import { resourceNames, type AnyGroupDefinition, type GroupOfItsKinds } from "../server/group-definition.js";

/** Definition of a server: its name, its groups and its extensions. */
export interface ServerDefinition {
  /** Name of the command, such as `pizza-apiserver`. */
  readonly name: string;
  /** One sentence that describes the server in its help. */
  readonly description: string;
  /** Version of the server, such as `v1.0.0`. `--version` and `/version` report it. */
  readonly version: string;
  /**
   * Version of the Kubernetes API that clients can expect, such as `1.37`. If it is set, `/version`
   * reports it, with the server's name and version as build metadata, such as
   * `v1.37.0+pizza-apiserver-1.0.0`. Some clients compare the reported version with the versions of
   * Kubernetes that they support.
   */
  readonly kubernetesVersion?: string;
  /** Definitions of API groups. Several definitions of one group are joined. */
  readonly groups: readonly AnyGroupDefinition[];
  /** Admission plugins that flags can enable or disable, in invocation order. */
  readonly admissionPlugins?: readonly PluginFactory[];
  /** Authenticators, in invocation order. They are called after the built-in ones. */
  readonly authenticators?: readonly Authenticator[];
  /** Authorizers, in invocation order. They are called after the built-in ones. */
  readonly authorizers?: readonly Authorizer[];
  /**
   * Defaults of flags. If absent: port 8443, the data folder `<name>.local`, and the key prefix
   * `/registry/<name>`.
   */
  readonly defaults?: Partial<Pick<ServerDefaults, "securePort" | "dataDir" | "etcdPrefix">>;
  /**
   * Title and version of the API in the OpenAPI documents. Default: name and version of the server.
   */
  readonly openAPI?: Partial<DocumentInfo>;
  /**
   * Adds hooks, health checks and controllers to the server. Called once, before the server
   * listens.
   */
  readonly extend?: (server: GenericAPIServer, context: ExtensionContext) => Promise<void> | void;
  /** Returns commands that a user can try. The server prints these commands at its start. */
  readonly tryNext?: (options: ServerOptions) => TryNext;
}

/**
 * Type of a definition with inline groups. The compiler rejects a strategy that is for another
 * kind. The groups of a variable of type `ServerDefinition` are not checked; give them the type
 * `GroupDefinition<typeof Kinds>`.
 */
export type InlineDefinition<Groups extends readonly AnyGroupDefinition[]> = ServerDefinition & {
  readonly groups: Groups & { readonly [Index in keyof Groups]: GroupOfItsKinds<Groups[Index]> };
};

/** Parts of a server that its `extend` function can use. */
export interface ExtensionContext {
  readonly options: ServerOptions;
  /** Scheme with the kinds of all groups. */
  readonly scheme: Scheme;
  /**
   * Client with which the server sends requests to itself. Its requests succeed only after the
   * server has started to listen. Authorization allows all of them.
   */
  readonly client: RESTClient;
  /**
   * Informers that use `client`, shared with the admission plugins. The server starts all informers
   * that `extend` requests, and is ready when they have synced.
   */
  readonly informers: InformerFactory;
  /**
   * Returns an observer that measures the queue of a controller. The parameter is the name of the
   * controller in the metrics.
   */
  readonly observeQueue: (name: string) => WorkQueueObserver;
  /** Registry of the server's metrics. */
  readonly metrics: MetricsRegistry;
  readonly log: Log;
}

export interface TryNext {
  /** Lines of shell commands for the user to copy. They require a configured kubectl. */
  readonly lines: readonly string[];
  readonly note?: string;
}

/** Returns the defaults of the flags of a server. */
export function defaultsOfServer({ name, defaults, admissionPlugins = [], ...own }: ServerDefinition): ServerDefaults {
  // The groups are not joined here, because the start of the server reports groups that cannot be
  // joined.
  const groups = own.groups.flatMap(servedDefinitions);
  // Kubernetes' default port is 443. It is not used, because it requires additional permissions.
  return {
    securePort: 8443,
    dataDir: `${name}.local`,
    etcdPrefix: `/registry/${name}`,
    ...defaults,
    admissionPlugins: allPlugins(groups, admissionPlugins),
    resources: () => groups.flatMap(resourceNames),
  };
}

/**
 * Returns the admission plugins of the groups, without duplicates, and then those of the server.
 */
export function allPlugins(
  groups: readonly AnyGroupDefinition[],
  own: readonly PluginFactory[],
): readonly PluginFactory[] {
  return [...new Set(groups.flatMap(({ admissionPlugins = [] }) => admissionPlugins)), ...own];
}
