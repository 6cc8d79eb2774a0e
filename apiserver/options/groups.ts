import type { PluginFactory } from "../admission/initializer.js";
import { validateSelection } from "../admission/plugins.js";
import { alwaysAllowPaths, privilegedGroup } from "../filters/authorization.js";
import { byClientCertificate, type Authenticator } from "../filters/authentication.js";
import type { FlagSection, FlagValues } from "./flags/flag.js";
import { choice, int, list, text } from "./flags/kinds.js";
import type { Authorizer } from "../request/authorizer.js";

/** Flags for the authentication of clients. */
export const authenticationFlags = {
  heading: "Authentication",
  flags: {
    "client-ca-file": text(
      "",
      "PEM file of authorities whose client certificates are trusted in addition to the server's own; reloaded when it changes",
      "file",
    ),
  },
} satisfies FlagSection;

export type AuthenticationOptions = FlagValues<typeof authenticationFlags.flags>;

/** Flags for authorization without a cluster. */
export const authorizationFlags = {
  heading: "Authorization",
  flags: {
    "authorization-always-allow-paths": list(
      ["/healthz", "/readyz", "/livez"],
      "paths that all clients may read, except those of resources; a trailing * matches any rest",
    ),
  },
} satisfies FlagSection;

export type AuthorizationOptions = FlagValues<typeof authorizationFlags.flags>;

/** Flags for admission plugins and their configuration. */
export const admissionFlags = {
  heading: "Admission",
  flags: {
    "enable-admission-plugins": list(
      [],
      "admission plugins to enable in addition to the default ones; the order does not matter",
    ),
    "disable-admission-plugins": list([], "default admission plugins to disable"),
    "admission-control-config-file": text(
      "",
      "configuration of admission plugins: an AdmissionConfiguration of apiserver.config.k8s.io/v1 (YAML)",
      "file",
    ),
  },
} satisfies FlagSection;

export type AdmissionOptions = FlagValues<typeof admissionFlags.flags>;

/**
 * Returns the problems found in the options, one sentence for each problem.
 * @param plugins admission plugins of the server
 */
export function validateAdmission(options: AdmissionOptions, plugins: readonly PluginFactory[]): string[] {
  return validateSelection(plugins, options);
}

/** Flags of a server that runs outside of a cluster. */
export const standaloneFlags = {
  heading: "Standalone",
  flags: {
    "write-kubeconfig": text(
      "",
      "write a kubeconfig with which kubectl reaches the server as its administrator",
      "file",
    ),
  },
} satisfies FlagSection;

export type StandaloneOptions = FlagValues<typeof standaloneFlags.flags>;

/**
 * Returns the authentication and authorization of a server outside of a cluster. Clients
 * authenticate with certificates. Members of the administrator's group have all rights. All clients
 * may read some paths, such as health checks.
 */
export function standaloneAccess(
  openPaths: readonly string[] = authorizationFlags.flags["authorization-always-allow-paths"].default,
): { readonly authenticators: readonly Authenticator[]; readonly authorizers: readonly Authorizer[] } {
  return { authenticators: [byClientCertificate], authorizers: [privilegedGroup, alwaysAllowPaths(openPaths)] };
}

export const loggingFormats = ["text", "json"] as const;
export type LoggingFormat = (typeof loggingFormats)[number];

/** Flags for the log on standard error. */
export const loggingFlags = {
  heading: "Logs",
  flags: {
    v: int(0, "verbosity: 0 logs errors and important events, 2 steps of the process, 3 every request", "level"),
    "logging-format": choice(loggingFormats, "text", "format of log lines"),
  },
} satisfies FlagSection;

export type LoggingOptions = FlagValues<typeof loggingFlags.flags>;

export function validateLogging({ v }: LoggingOptions): string[] {
  return v < 0 ? ["--v can not be negative value"] : [];
}
