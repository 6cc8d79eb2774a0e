import {
  type AdmissionOptions,
  type AuthenticationOptions,
  type AuthorizationOptions,
  type LoggingOptions,
  type StandaloneOptions,
  admissionFlags,
  authenticationFlags,
  authorizationFlags,
  loggingFlags,
  standaloneFlags,
  validateAdmission,
  validateLogging,
} from "./groups.js";
import type { PluginFactory } from "../admission/initializer.js";
import { defaultsOf, type FlagSection } from "./flags/flag.js";
import { parseCommandLine, tellProblems, type CommandLine, type Output } from "./flags/command-line.js";
import { withDefault } from "./flags/kinds.js";
import { clientHost, secureServingFlags, validateSecureServing, type SecureServingOptions } from "./secure-serving.js";
import { serverRunFlags, validateServerRun, type ServerRunOptions } from "./server-run.js";
import { storageFlags, validateStorage, type StorageOptions } from "./storage.js";

/**
 * All that a server's flags say: Go's RecommendedOptions and ServerRunOptions, as far as they are
 * there.
 */
export interface ServerOptions
  extends
    ServerRunOptions,
    SecureServingOptions,
    AuthenticationOptions,
    AuthorizationOptions,
    StorageOptions,
    AdmissionOptions,
    LoggingOptions,
    StandaloneOptions {}

/** What differs from server to server. */
export interface ServerDefaults {
  readonly securePort: number;
  readonly dataDir: string;
  /** Before the keys of everything that the server stores. */
  readonly etcdPrefix: string;
  /**
   * That it can be told to switch on or off, in the order in which they are asked; none if absent.
   */
  readonly admissionPlugins?: readonly PluginFactory[];
  /**
   * What it serves, as `resource.group`, for flags that name resources; they are not checked if
   * absent.
   */
  readonly resources?: () => readonly string[];
}

/** Every flag of a server, in the order of its help. */
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
    { ...storageFlags, flags: storage },
    admissionFlags,
    standaloneFlags,
    loggingFlags,
  ];
}

/** The options of a server that is told nothing. */
export function defaultOptions(own: ServerDefaults): ServerOptions {
  return Object.assign({}, ...serverFlags(own).map(defaultsOf)) as ServerOptions;
}

/**
 * Reads a server's command line and validates what it says. Everything that is wrong is told at
 * once.
 * @returns the exit code where there is nothing left to do
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
  tellProblems(line, problems, output);
  return { exitCode: 1 };
}

/** What is wrong with options, one sentence each. Nothing is opened or written. */
export function validateOptions(
  options: ServerOptions,
  { admissionPlugins = [], resources }: Pick<ServerDefaults, "admissionPlugins" | "resources"> = {},
): string[] {
  const admission = validateAdmission(options, admissionPlugins);
  return [
    ...validateServerRun(options),
    ...validateSecureServing(options),
    ...validateStorage(options, resources),
    ...admission,
    ...validateLogging(options),
  ];
}

/** How a client on the same machine reaches the server. */
export function serverURL({ bindAddress }: SecureServingOptions, port: number): string {
  return urlOf(clientHost(bindAddress), port);
}

export function urlOf(host: string, port: number): string {
  return `https://${host.includes(":") ? `[${host}]` : host}:${port}`;
}
