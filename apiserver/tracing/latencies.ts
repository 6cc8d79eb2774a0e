import { AsyncLocalStorage } from "node:async_hooks";

/** A layer of the server whose time is measured. The values are the names in audit annotations. */
export type Layer =
  | "authentication"
  | "authorization"
  | "impersonation"
  | "etcd"
  | "mutating-webhook"
  | "validating-webhook"
  | "serialize-response-object";

/** Time that a request has spent in each layer, in milliseconds. */
export type Latencies = Map<Layer, number>;

const current = new AsyncLocalStorage<Latencies>();

/** Runs a request, and measures its latencies. */
export function withLatencies<T>(run: () => Promise<T>): Promise<T> {
  return current.run(new Map(), run);
}

/** Returns the latencies of the current request; undefined if they are not measured. */
export function currentLatencies(): Latencies | undefined {
  return current.getStore();
}

/**
 * Adds the time since `begin` to a layer of the current request. For validating webhooks, which run
 * at the same time, only the longest time counts.
 * @param begin milliseconds of `performance.now`
 */
export function addLatency(layer: Layer, begin: number): void {
  const latencies = current.getStore();
  if (latencies === undefined) return;
  const before = latencies.get(layer) ?? 0;
  const time = performance.now() - begin;
  latencies.set(layer, layer === "validating-webhook" ? Math.max(before, time) : before + time);
}
