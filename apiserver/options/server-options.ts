import {
  type AdmissionFlags,
  type LoggingOptions,
  type StandaloneOptions,
  admissionFlags,
  loggingFlags,
  standaloneFlags,
  validateLogging,
} from "./groups.js";
import { auditFlags, type AuditOptions } from "./audit/flags.js";
import { tracingFlags, type TracingOptions } from "./tracing/flags.js";
import { validateAudit } from "./audit/validate.js";
import { authenticationFlags, validateAuthentication, type AuthenticationOptions } from "./authentication.js";
import { authorizationFlags, validateAuthorization, type AuthorizationOptions } from "./authorization.js";
import { clusterFlags, clusterModeOf, type ClusterOptions } from "./cluster.js";
import type { PluginFactory } from "../admission/initializer.js";
import { validateSelection } from "../admission/plugins.js";
import { defaultsOf, type FlagSection } from "./flags/flag.js";
import { parseCommandLine, printProblems, type CommandLine, type Output } from "./flags/command-line.js";
import { withDefault } from "./flags/kinds.js";
import { clientHost, secureServingFlags, validateSecureServing, type SecureServingOptions } from "./secure-serving.js";
import { etcdFlags } from "./etcd.js";
import { serverRunFlags, validateServerRun, type ServerRunOptions } from "./server-run.js";
import { storageFlags, validateStorage, type StorageOptions } from "./storage.js";

/** All options of a server. They correspond to RecommendedOptions and ServerRunOptions in Go. */
export interface ServerOptions
  extends
    ServerRunOptions,
    SecureServingOptions,
    AuthenticationOptions,
    AuthorizationOptions,
    ClusterOptions,
    StorageOptions,
    AuditOptions,
    TracingOptions,
    AdmissionFlags,
    LoggingOptions,
    StandaloneOptions {}

/** The server-specific defaults of the options. */
export interface ServerDefaults {
  readonly securePort: number;
  readonly dataDir: string;
  /** Prefix of every storage key. */
  readonly etcdPrefix: string;
  /** Admission plugins that flags can enable or disable, in invocation order. Default: none. */
  readonly admissionPlugins?: readonly PluginFactory[];
  /**
   * Served resources as `resource.group`, to check flags whose values name resources. If absent,
   * these values are not checked.
   */
  readonly resources?: () => readonly string[];
}

/** Returns all flags of a server, in the order of its help. */
export function serverFlags(own: ServerDefaults): readonly FlagSection[] {
  const serving = {
    ...secureServingFlags.flags,
    "secure-port": withDefault(secureServingFlags.flags["secure-port"], own.securePort),
  };
  const storage = {
    ...storageFlags.flags,
    "data-dir": withDefault(storageFlags.flags["data-dir"], own.dataDir),
    "etcd-prefix": withDefault(storageFlags.flags["etcd-prefix"], own.etcdPrefix),
  };
  return [
    serverRunFlags,
    { ...secureServingFlags, flags: serving },
    authenticationFlags,
    authorizationFlags,
    clusterFlags,
    { ...storageFlags, flags: storage },
    etcdFlags,
    auditFlags,
    tracingFlags,
    admissionFlags,
    standaloneFlags,
    loggingFlags,
  ];
}

/** Returns the options of a server whose command line has no flags. */
export function defaultOptions(own: ServerDefaults): ServerOptions {
  return Object.assign({}, ...serverFlags(own).map(defaultsOf)) as ServerOptions;
}

/**
 * Parses and validates the command line of a server. Prints all problems together. Returns an exit
 * code if the process must end.
 */
export function parseServerOptions(
  command: Omit<CommandLine, "sections"> & ServerDefaults,
  args: readonly string[],
  output: Output,
): { readonly options: ServerOptions } | { readonly exitCode: number } {
  const line = { ...command, sections: serverFlags(command) };
  const parsed = parseCommandLine(line, args, output);
  if (parsed === undefined) return { exitCode: 0 };
  const options = parsed.values as Partial<ServerOptions> as ServerOptions;
  const problems = [...parsed.problems, ...validateOptions(options, command)];
  if (problems.length === 0) return { options };
  printProblems(line, problems, output);
  return { exitCode: 1 };
}

/**
 * Returns the problems found in the options, one sentence for each problem. Does not open or write
 * files.
 */
export function validateOptions(
  options: ServerOptions,
  { admissionPlugins = [], resources }: Pick<ServerDefaults, "admissionPlugins" | "resources"> = {},
): string[] {
  const admission = validateSelection(admissionPlugins, options, clusterModeOf(options).core);
  return [
    ...validateServerRun(options),
    ...validateSecureServing(options),
    ...validateAuthorization(options, clusterModeOf(options).authorization),
    ...validateStorage(options, resources),
    ...validateAudit(options),
    ...admission,
    ...validateLogging(options),
    ...validateAuthentication(options),
    ...validateStandalone(options),
  ];
}

/**
 * Returns the problem of a flag that needs an administrator of the server. A server that delegates
 * authentication has none.
 */
function validateStandalone(options: ServerOptions): string[] {
  return options.writeKubeconfig !== "" && clusterModeOf(options).authentication
    ? [
        "--write-kubeconfig needs a standalone server: remove the flag, because the users of this server are those of the cluster",
      ]
    : [];
}

/** Returns the URL of the server for a client on the same machine. */
export function serverURL({ bindAddress }: SecureServingOptions, port: number): string {
  return urlOf(clientHost(bindAddress), port);
}

export function urlOf(host: string, port: number): string {
  return `https://${host.includes(":") ? `[${host}]` : host}:${port}`;
}
