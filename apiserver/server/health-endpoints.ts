import type { Storage } from "../storage/index.js";
import type { HealthCheck } from "./health.js";

export type HealthEndpoint = "healthz" | "livez" | "readyz";

/**
 * Configuration of the checks of `/healthz`, `/livez` and `/readyz`, which have Kubernetes' order
 * and names. The check of the store is called `etcd` for every kind of store.
 */
export interface HealthConfig {
  readonly storage: Storage;
  readonly hooks: readonly HealthCheck[];
  /** Custom checks that were added to the server. */
  readonly added: readonly HealthCheck[];
  /** Checks that affect /readyz but not /livez or /healthz. */
  readonly readiness: readonly HealthCheck[];
  readonly isStopping: () => boolean;
  /** Period after the start in which `/livez` ignores unfinished hooks, in milliseconds. */
  readonly livezGrace: number;
  /** Timeouts of the checks of the store, in milliseconds. */
  readonly storageHealthTimeout: number;
  readonly storageReadyTimeout: number;
}

export function healthChecks({
  storage,
  hooks,
  added,
  readiness,
  isStopping,
  livezGrace,
  storageHealthTimeout,
  storageReadyTimeout,
}: HealthConfig): Readonly<Record<HealthEndpoint, readonly HealthCheck[]>> {
  const ping: HealthCheck = { name: "ping", check: () => undefined };
  // In Kubernetes this check fails if the log blocks. In this server the check always passes,
  // because the log is written synchronously.
  const log: HealthCheck = { name: "log", check: () => undefined };
  const etcd: HealthCheck = { name: "etcd", check: () => storageAnswers(storage, storageHealthTimeout) };
  const etcdReadiness: HealthCheck = {
    name: "etcd-readiness",
    check: () => storageAnswers(storage, storageReadyTimeout),
  };
  const shutdown: HealthCheck = {
    name: "shutdown",
    check: () => {
      if (isStopping()) throw new Error("process is shutting down");
    },
  };
  const begin = performance.now();
  const forgiving = hooks.map((hook): HealthCheck => ({
    name: hook.name,
    check: () => (performance.now() - begin < livezGrace ? undefined : hook.check()),
  }));
  const basic = [ping, log, etcd];
  return {
    healthz: [...basic, ...hooks, ...added],
    livez: [...basic, ...(livezGrace > 0 ? forgiving : hooks), ...added],
    readyz: [...basic, etcdReadiness, ...hooks, ...added, ...readiness, shutdown],
  };
}

async function storageAnswers(storage: Storage, timeout: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      reject(new Error("error getting data from etcd: context deadline exceeded"));
    }, timeout);
  });
  try {
    await Promise.race([storage.currentRevision(), late]);
  } finally {
    clearTimeout(timer);
  }
}
