import type { PluginFactory } from "../admission/initializer.js";
import { validateSelection } from "../admission/plugins.js";
import { alwaysAllowPaths, privilegedGroup } from "../filters/authorization.js";
import { byClientCertificate, type Authenticator } from "../filters/authentication.js";
import type { FlagSection, FlagValues } from "./flags/flag.js";
import { choice, int, list, text } from "./flags/kinds.js";
import type { Authorizer } from "../request/authorizer.js";

/** By what clients prove who they are. */
export const authenticationFlags = {
  heading: "Authentication",
  flags: {
    "client-ca-file": text(
      "",
      "authorities whose client certificates are trusted, beside the server's own (PEM); read again when it changes",
      "file",
    ),
  },
} satisfies FlagSection;

export type AuthenticationOptions = FlagValues<typeof authenticationFlags.flags>;

/** Who may do what, where there is no cluster to ask. */
export const authorizationFlags = {
  heading: "Authorization",
  flags: {
    "authorization-always-allow-paths": list(
      ["/healthz", "/readyz", "/livez"],
      "paths, but those of resources, that everybody may ask for; a trailing * makes a prefix",
    ),
  },
} satisfies FlagSection;

export type AuthorizationOptions = FlagValues<typeof authorizationFlags.flags>;

/** Which admission plugins judge writes, and what they are told. */
export const admissionFlags = {
  heading: "Admission",
  flags: {
    "enable-admission-plugins": list(
      [],
      "admission plugins that are on beside those that are by default; their order here does not matter",
    ),
    "disable-admission-plugins": list([], "admission plugins that are off although they are on by default"),
    "admission-control-config-file": text(
      "",
      "what admission plugins are told: an AdmissionConfiguration of apiserver.config.k8s.io/v1 (YAML)",
      "file",
    ),
  },
} satisfies FlagSection;

export type AdmissionOptions = FlagValues<typeof admissionFlags.flags>;

/** What is wrong with them, one sentence each. @param plugins that the server has */
export function validateAdmission(options: AdmissionOptions, plugins: readonly PluginFactory[]): string[] {
  return validateSelection(plugins, options);
}

/** Of a server that no cluster stands behind. */
export const standaloneFlags = {
  heading: "Standalone",
  flags: { "write-kubeconfig": text("", "write what kubectl needs to reach the server as its administrator", "file") },
} satisfies FlagSection;

export type StandaloneOptions = FlagValues<typeof standaloneFlags.flags>;

/**
 * Who gets in where there is no cluster to ask: whoever has a client certificate of the
 * administrator's group, and everybody to some paths.
 */
export function standaloneAccess(
  openPaths: readonly string[] = authorizationFlags.flags["authorization-always-allow-paths"].default,
): { readonly authenticators: readonly Authenticator[]; readonly authorizers: readonly Authorizer[] } {
  return { authenticators: [byClientCertificate], authorizers: [privilegedGroup, alwaysAllowPaths(openPaths)] };
}

export const loggingFormats = ["text", "json"] as const;
export type LoggingFormat = (typeof loggingFormats)[number];

/** What is logged, to standard error. */
export const loggingFlags = {
  heading: "Logs",
  flags: {
    v: int(0, "how much is logged: 0 what an operator must know, 2 steps of the process, 3 every request", "level"),
    "logging-format": choice(loggingFormats, "text", "how lines are written"),
  },
} satisfies FlagSection;

export type LoggingOptions = FlagValues<typeof loggingFlags.flags>;

export function validateLogging({ v }: LoggingOptions): string[] {
  return v < 0 ? ["--v can not be negative value"] : [];
}
