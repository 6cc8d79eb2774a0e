import type { InformerFactory, RESTClient } from "@apimachinery/client";
import type { Scheme } from "@apimachinery/runtime";
import type { PluginFactory } from "../admission/initializer.js";
import type { Log } from "../logging/log.js";
import type { ServerDefaults, ServerOptions } from "../options/server-options.js";
import type { DocumentInfo } from "../openapi/documents.js";
import type { GenericAPIServer } from "../server/generic-api-server.js";
import { resourceNames, type AnyGroupDefinition, type GroupOfItsKinds } from "../server/group-definition.js";

/** The definition of a server. */
export interface ServerDefinition {
  /** Name of the command: `pizza-apiserver`. */
  readonly name: string;
  /** One sentence for the help. */
  readonly description: string;
  /** Version for `--version` and `/version`: `v1.0.0`. */
  readonly version: string;
  readonly groups: readonly AnyGroupDefinition[];
  /** Admission plugins that flags can enable or disable, in invocation order. */
  readonly admissionPlugins?: readonly PluginFactory[];
  /**
   * Defaults of flags. If absent: port 8443, the folder `<name>.local`, and the key prefix
   * `/registry/<name>`.
   */
  readonly defaults?: Partial<Pick<ServerDefaults, "securePort" | "dataDir" | "etcdPrefix">>;
  /** Title and version in the OpenAPI documents; name and version of the server if absent. */
  readonly openAPI?: Partial<DocumentInfo>;
  /** Adds hooks, health checks and controllers. Called once, before the server listens. */
  readonly extend?: (server: GenericAPIServer, context: ExtensionContext) => Promise<void> | void;
  /** Returns commands that a user can try, for the text that the server prints at its start. */
  readonly tryNext?: (options: ServerOptions) => TryNext;
}

/**
 * A definition with groups that are written inline. The strategy of another kind does not compile.
 * The groups of a variable of type `ServerDefinition` are not checked; give them the type
 * `GroupDefinition<typeof Kinds>`.
 */
export type InlineDefinition<Groups extends readonly AnyGroupDefinition[]> = ServerDefinition & {
  readonly groups: Groups & { readonly [Index in keyof Groups]: GroupOfItsKinds<Groups[Index]> };
};

/** The parts of a server that an extension can use. */
export interface ExtensionContext {
  readonly options: ServerOptions;
  /** Contains the kinds of all groups. */
  readonly scheme: Scheme;
  /** The server's client of itself, which is allowed everything once the server listens. */
  readonly client: RESTClient;
  /**
   * Informers over that client, shared with admission plugins. The server starts those that are
   * requested here, and is ready when they have synced.
   */
  readonly informers: InformerFactory;
  readonly log: Log;
}

export interface TryNext {
  /** Commands to copy, for a shell in which kubectl is configured. */
  readonly lines: readonly string[];
  readonly note?: string;
}

/** Returns the defaults of the flags of a server. */
export function defaultsOfServer({ name, defaults, groups, admissionPlugins = [] }: ServerDefinition): ServerDefaults {
  // Port 443, Kubernetes' default, needs additional permissions.
  return {
    securePort: 8443,
    dataDir: `${name}.local`,
    etcdPrefix: `/registry/${name}`,
    ...defaults,
    admissionPlugins,
    resources: () => groups.flatMap(resourceNames),
  };
}
