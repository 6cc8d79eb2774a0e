import type { InformerFactory, RESTClient } from "@apimachinery/client";
import type { Scheme } from "@apimachinery/runtime";
import type { PluginFactory } from "../admission/initializer.js";
import type { Log } from "../logging/log.js";
import type { ServerDefaults, ServerOptions } from "../options/server-options.js";
import type { DocumentInfo } from "../openapi/documents.js";
import type { GenericAPIServer } from "../server/generic-api-server.js";
import { resourceNames, type AnyGroupDefinition, type GroupOfItsKinds } from "../server/group-definition.js";

/** A server as a value: what makes it differ from any other. */
export interface ServerDefinition {
  /** Of the command: `pizza-apiserver`. */
  readonly name: string;
  /** One sentence, for the help. */
  readonly description: string;
  /** `v1.0.0`, as `--version` and `/version` say it. */
  readonly version: string;
  readonly groups: readonly AnyGroupDefinition[];
  /** That can be switched on or off by flags, in the order in which they are asked. */
  readonly admissionPlugins?: readonly PluginFactory[];
  /**
   * Defaults of flags: 8443, the name with `.local` behind it, and the name below `/registry`, if
   * absent.
   */
  readonly defaults?: Partial<Pick<ServerDefaults, "securePort" | "dataDir" | "etcdPrefix">>;
  /** Title and version in the OpenAPI documents: the name and the version above, if absent. */
  readonly openAPI?: Partial<DocumentInfo>;
  /**
   * Adds what is not of every server: hooks, health checks, controllers. Called once, before the
   * server listens.
   */
  readonly extend?: (server: GenericAPIServer, context: ExtensionContext) => Promise<void> | void;
  /** What a person at a terminal may try when it serves, and a word on it. */
  readonly tryNext?: (options: ServerOptions) => TryNext;
}

/**
 * A definition whose groups are written inline: the strategy of another kind does not compile. A
 * variable of type `ServerDefinition` is not checked so; write its groups as
 * `GroupDefinition<typeof Kinds>`.
 */
export type InlineDefinition<Groups extends readonly AnyGroupDefinition[]> = ServerDefinition & {
  readonly groups: Groups & { readonly [Index in keyof Groups]: GroupOfItsKinds<Groups[Index]> };
};

/** What an extension may work with. */
export interface ExtensionContext {
  readonly options: ServerOptions;
  /** All groups' kinds. */
  readonly scheme: Scheme;
  /** The server's client of itself, which may do everything once the server listens. */
  readonly client: RESTClient;
  /**
   * Over that client, the same that admission plugins have: the server starts those that are asked
   * for now, and is ready when they have seen all there is.
   */
  readonly informers: InformerFactory;
  readonly log: Log;
}

export interface TryNext {
  /** Commands to copy, with kubectl's configuration set already. */
  readonly lines: readonly string[];
  readonly note?: string;
}

/** The defaults of a server's flags. */
export function defaultsOfServer({ name, defaults, groups, admissionPlugins = [] }: ServerDefinition): ServerDefaults {
  // Kubernetes' own port, 443, takes more rights than a first try has.
  return {
    securePort: 8443,
    dataDir: `${name}.local`,
    etcdPrefix: `/registry/${name}`,
    ...defaults,
    admissionPlugins,
    resources: () => groups.flatMap(resourceNames),
  };
}
