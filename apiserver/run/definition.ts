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
   * Version of Kubernetes whose API clients can expect, such as `1.37`. If it is set, `/version`
   * reports it, with the server's name and version as build metadata, such as
   * `v1.37.0+pizza-apiserver-1.0.0`. Some clients compare that version with the versions of
   * Kubernetes that they support.
   */
  readonly kubernetesVersion?: string;
  /** Definitions of API groups. Several definitions of one group are joined. */
  readonly groups: readonly AnyGroupDefinition[];
  /** Admission plugins that flags can enable or disable, in invocation order. */
  readonly admissionPlugins?: readonly PluginFactory[];
  /** Authenticators that are called after the built-in ones, in their order. */
  readonly authenticators?: readonly Authenticator[];
  /** Authorizers that are called after the built-in ones, in their order. */
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
  /** Returns commands that a user can try. The server prints them at its start. */
  readonly tryNext?: (options: ServerOptions) => TryNext;
}

/**
 * Checks a definition with inline groups at compile time: the strategy of another kind does not
 * compile. The groups of a variable of type `ServerDefinition` are not checked; give them the type
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
   * Informers that use `client`, shared with the admission plugins. The server starts the informers
   * that are requested here. It is ready when they have synced.
   */
  readonly informers: InformerFactory;
  /** Returns an observer that measures the queue of a controller, by its name in the metrics. */
  readonly observeQueue: (name: string) => WorkQueueObserver;
  /** Registry of the server's metrics. */
  readonly metrics: MetricsRegistry;
  readonly log: Log;
}

export interface TryNext {
  /** Lines of commands to copy, for a shell in which kubectl is configured. */
  readonly lines: readonly string[];
  readonly note?: string;
}

/** Returns the defaults of the flags of a server. */
export function defaultsOfServer({ name, defaults, admissionPlugins = [], ...own }: ServerDefinition): ServerDefaults {
  // Groups that cannot be joined are reported at the start.
  const groups = own.groups.flatMap(servedDefinitions);
  // The default is not Kubernetes' port 443, because that port requires additional permissions.
  return {
    securePort: 8443,
    dataDir: `${name}.local`,
    etcdPrefix: `/registry/${name}`,
    ...defaults,
    admissionPlugins: allPlugins(groups, admissionPlugins),
    resources: () => groups.flatMap(resourceNames),
  };
}

/** Returns the plugins of the groups, each once, and then those of the server. */
export function allPlugins(
  groups: readonly AnyGroupDefinition[],
  own: readonly PluginFactory[],
): readonly PluginFactory[] {
  return [...new Set(groups.flatMap(({ admissionPlugins = [] }) => admissionPlugins)), ...own];
}
