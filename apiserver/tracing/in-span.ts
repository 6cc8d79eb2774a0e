import type { Attributes } from "@opentelemetry/api";
import { instrumentationScope, tracingAPI } from "./open-telemetry.js";

/**
 * Runs a step of a request in a child span. If the request has no span, only runs the step (Go:
 * tracing.Start).
 * @param attributes is called only if the span is created
 */
export function inSpan<T>(name: string, attributes: () => Attributes, run: () => Promise<T>): Promise<T> {
  const api = tracingAPI();
  if (api?.trace.getActiveSpan() === undefined) return run();
  const { context, trace } = api;
  const span = trace.getTracer(instrumentationScope).startSpan(name, { attributes: attributes() });
  return context.with(trace.setSpan(context.active(), span), async () => {
    try {
      return await run();
    } catch (error) {
      span.recordException(error instanceof Error ? error : String(error));
      throw error;
    } finally {
      span.end();
    }
  });
}

/** Returns the headers that pass the current span to another server (W3C trace context). */
export function traceHeaders(): Readonly<Record<string, string>> {
  const headers: Record<string, string> = {};
  const api = tracingAPI();
  api?.propagation.inject(api.context.active(), headers);
  return headers;
}
