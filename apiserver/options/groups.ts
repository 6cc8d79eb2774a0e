import type { FlagSection, FlagValues } from "./flags/flag.js";
import { choice, intFlag, stringsFlag, stringFlag } from "./flags/kinds.js";

/** Flags that enable, disable and configure admission plugins. */
export const admissionFlags = {
  heading: "Admission",
  flags: {
    "enable-admission-plugins": stringsFlag(
      [],
      "admission plugins to enable in addition to the default ones; the order does not matter",
    ),
    "disable-admission-plugins": stringsFlag(
      [],
      "default admission plugins to disable; with --kubeconfig, NamespaceLifecycle, MutatingAdmissionWebhook and ValidatingAdmissionWebhook are default plugins, too",
    ),
    "admission-control-config-file": stringFlag(
      "",
      "configuration of admission plugins: an AdmissionConfiguration of apiserver.config.k8s.io/v1 (YAML)",
      "file",
    ),
  },
} satisfies FlagSection;

export type AdmissionFlags = FlagValues<typeof admissionFlags.flags>;

/** Flags of a server that runs outside of a cluster. */
export const standaloneFlags = {
  heading: "Standalone",
  flags: {
    "write-kubeconfig": stringFlag("", "file to which the server writes a kubeconfig for its administrator", "file"),
  },
} satisfies FlagSection;

export type StandaloneOptions = FlagValues<typeof standaloneFlags.flags>;

/** Flags for the log on standard error. */
export const loggingFlags = {
  heading: "Logs",
  flags: {
    v: intFlag(
      0,
      "verbosity; 0: errors and important events; 2: also steps of the process; 3: also every request",
      "level",
    ),
    "logging-format": choice<"text" | "json">(["text", "json"], "text", "format of log lines"),
  },
} satisfies FlagSection;

export type LoggingOptions = FlagValues<typeof loggingFlags.flags>;

export function validateLogging({ v }: LoggingOptions): string[] {
  return v < 0 ? ["--v can not be negative value"] : [];
}
