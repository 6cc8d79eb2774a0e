import type * as OpenTelemetry from "@opentelemetry/api";

/** The library with which spans are created. */
export type TracingAPI = typeof OpenTelemetry;

/** Name of the component that creates the spans, as in Go. */
export const instrumentationScope = "k8s.io/component-base/tracing";

/**
 * Maximum length of the name and of each attribute of a span, in UTF-16 code units. Longer strings
 * are cut.
 */
export const maxSpanText = 1024;

let enabled: TracingAPI | undefined;

/** Switches spans on or off for all servers of this process. */
export function setTracing(api: TracingAPI | undefined): void {
  enabled = api;
}

/**
 * Returns the library if spans are switched on; undefined otherwise. A server without
 * --tracing-config-file does not load the library.
 */
export function tracingAPI(): TracingAPI | undefined {
  return enabled;
}
