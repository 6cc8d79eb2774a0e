import { clusterFlags, clusterModeOf } from "../options/cluster.js";
import { defaultsOf, type FlagSection, type FlagValues } from "../options/flags/flag.js";
import { stringFlag, withDefault } from "../options/flags/kinds.js";
import { parseCommandLine, printProblems, type Output } from "../options/flags/command-line.js";
import { loggingFlags, validateLogging, type LoggingOptions } from "../options/groups.js";
import { secureServingFlags, validateSecureServing, type SecureServingOptions } from "../options/secure-serving.js";
import type { WebhookServerDefinition } from "./definition.js";

/** Port of the webhook server, as in controller-runtime. */
const defaultPort = 9443;

const callerFlags = {
  heading: "Authentication",
  flags: {
    "client-ca-file": stringFlag(
      "",
      "PEM file of CAs; if set, only callers with a client certificate of one of these CAs are served; reloaded when it changes",
      "file",
    ),
  },
} satisfies FlagSection;

/** All options of a webhook server. */
export interface WebhookOptions extends SecureServingOptions, LoggingOptions, FlagValues<typeof callerFlags.flags> {
  readonly kubeconfig: string;
}

/** Returns all flags of a webhook server, in the order of the help. */
export function webhookFlags({ name }: WebhookServerDefinition): readonly FlagSection[] {
  const { flags } = secureServingFlags;
  const serving = {
    ...flags,
    "secure-port": withDefault(flags["secure-port"], defaultPort),
    "cert-dir": stringFlag(
      `${name}.local`,
      "folder in which the server creates a serving certificate if --tls-cert-file is not given",
      "folder",
    ),
  };
  const cluster = {
    kubeconfig: stringFlag(
      "",
      "kubeconfig of the cluster, for admission plugins that read objects; the service account of the pod if empty",
      "file",
    ),
  };
  return [{ ...secureServingFlags, flags: serving }, callerFlags, { ...clusterFlags, flags: cluster }, loggingFlags];
}

/** Returns the defaults of all flags. */
export function defaultWebhookOptions(definition: WebhookServerDefinition): WebhookOptions {
  // The cast is safe, because the sections above declare exactly these options.
  return Object.assign({}, ...webhookFlags(definition).map(defaultsOf)) as WebhookOptions;
}

/**
 * Parses the command line of a webhook server.
 * @returns options, or the exit code if the command line is invalid or only requests help
 */
export function parseWebhookOptions(
  definition: WebhookServerDefinition,
  args: readonly string[],
  output: Output,
): { readonly options: WebhookOptions } | { readonly exitCode: number } {
  const { name, description = "", version = "v0.0.0" } = definition;
  const command = { name, description, version: `${name} ${version}`, sections: webhookFlags(definition) };
  const parsed = parseCommandLine(command, args, output);
  if (parsed === undefined) return { exitCode: 0 };
  // The cast is safe, because the sections above declare exactly these options.
  const options = parsed.values as unknown as WebhookOptions;
  const problems = parsed.problems.length > 0 ? parsed.problems : validateWebhookOptions(options);
  if (problems.length === 0) return { options };
  printProblems(command, problems, output);
  return { exitCode: 1 };
}

function validateWebhookOptions(options: WebhookOptions): readonly string[] {
  const ownCertificate = options.tlsCertFile === "" && options.certDir === "";
  return [
    ...validateSecureServing(options),
    ...validateLogging(options),
    ...(ownCertificate ? ["--cert-dir or --tls-cert-file must be specified"] : []),
  ];
}

/**
 * Reports whether the server can use a cluster: the options contain a kubeconfig, or the process
 * runs in a pod.
 */
export function hasCluster({ kubeconfig }: WebhookOptions): boolean {
  return clusterModeOf({ kubeconfig, authenticationKubeconfig: "", authorizationKubeconfig: "" }).core;
}
