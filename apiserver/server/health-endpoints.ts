import type { Storage } from "../storage/index.js";
import type { HealthCheck } from "./health.js";

export type HealthEndpoint = "healthz" | "livez" | "readyz";

/** How long the store is given to answer, in milliseconds. */
const storageTimeout = 2000;

/**
 * What the three endpoints look at, in Kubernetes' order and under its names; the store is `etcd`
 * whatever it is.
 */
export interface HealthConfig {
  readonly storage: Storage;
  readonly hooks: readonly HealthCheck[];
  /** Of the server's own. */
  readonly added: readonly HealthCheck[];
  /** Those that make it unready, but neither dead nor ill. */
  readonly readiness: readonly HealthCheck[];
  readonly isStopping: () => boolean;
  /** For how long `/livez` does without hooks that are not done, in milliseconds. */
  readonly livezGrace: number;
}

export function healthChecks({
  storage,
  hooks,
  added,
  readiness,
  isStopping,
  livezGrace,
}: HealthConfig): Readonly<Record<HealthEndpoint, readonly HealthCheck[]>> {
  const ping: HealthCheck = { name: "ping", check: () => undefined };
  // Lines are written at once: there is nothing behind the log that could hang.
  const log: HealthCheck = { name: "log", check: () => undefined };
  const etcd: HealthCheck = { name: "etcd", check: () => storageAnswers(storage) };
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
    readyz: [...basic, { ...etcd, name: "etcd-readiness" }, ...hooks, ...added, ...readiness, shutdown],
  };
}

async function storageAnswers(storage: Storage): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      reject(new Error("error getting data from etcd: context deadline exceeded"));
    }, storageTimeout);
  });
  try {
    await Promise.race([storage.currentRevision(), late]);
  } finally {
    clearTimeout(timer);
  }
}
