import type { FlagSection, FlagValues } from "../flags/flag.js";
import { stringFlag } from "../flags/kinds.js";

/** Flag for tracing, with the name of Kubernetes. */
export const tracingFlags = {
  heading: "Tracing",
  flags: {
    "tracing-config-file": stringFlag(
      "",
      "send spans of requests to an OpenTelemetry collector: a TracingConfiguration of apiserver.config.k8s.io/v1 (YAML)",
      "file",
    ),
  },
} satisfies FlagSection;

export type TracingOptions = FlagValues<typeof tracingFlags.flags>;
