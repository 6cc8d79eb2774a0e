import { setTimeout as pause } from "node:timers/promises";
import { isAlreadyExists, type RESTClient } from "@apimachinery/client";
import { namespaceResource } from "./namespace-deleter.js";

/** Namespaces that every server has (Go: systemnamespaces, and the namespace `default`). */
export const systemNamespaces: readonly string[] = ["default", "kube-node-lease", "kube-public", "kube-system"];

/** Interval at which missing namespaces are created again, in milliseconds, as in Kubernetes. */
const interval = 60_000;
/** Delay before the next attempt after a failure, in milliseconds. */
const retryDelay = 1_000;

/**
 * Creates the namespaces that every server has. Repeats failed requests.
 * @returns promise that resolves when all namespaces exist, or when the signal is aborted
 */
export async function createSystemNamespaces(
  client: RESTClient,
  signal: AbortSignal,
  onError: (error: unknown) => void,
): Promise<void> {
  while (!signal.aborted) {
    try {
      for (const name of systemNamespaces) await createIfNeeded(client, name, signal);
      return;
    } catch (error) {
      if (!isAborted(signal)) onError(error);
    }
    await pause(retryDelay, undefined, { signal }).catch(() => undefined);
  }
}

/**
 * Creates the namespaces that every server has again after a client has deleted them. Runs until
 * the signal is aborted.
 */
export async function keepSystemNamespaces(
  client: RESTClient,
  signal: AbortSignal,
  onError: (error: unknown) => void,
): Promise<void> {
  while (!signal.aborted) {
    await pause(interval, undefined, { signal, ref: false }).catch(() => undefined);
    await createSystemNamespaces(client, signal, onError);
  }
}

async function createIfNeeded(client: RESTClient, name: string, signal: AbortSignal): Promise<void> {
  try {
    await client
      .resourceOf(namespaceResource)
      .create({ apiVersion: "v1", kind: "Namespace", metadata: { name }, spec: {}, status: {} }, { signal });
  } catch (error) {
    if (!isAlreadyExists(error)) throw error;
  }
}

/**
 * Reports whether a signal is aborted. If the property were read directly in a loop, the compiler
 * would assume that its value stays false.
 */
function isAborted(signal: AbortSignal): boolean {
  return signal.aborted;
}
