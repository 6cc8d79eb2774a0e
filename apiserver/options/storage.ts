import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { durationToMilliseconds } from "@apimachinery/runtime";
import { MemoryStorage, openEmbeddedStorage, openWatchCache, startCompactor } from "../storage/index.js";
import type { Logger } from "../filters/panic-recovery.js";
import { MeasuredStorage } from "../metrics/measured-storage.js";
import type { ServerMetrics } from "../metrics/server-metrics.js";
import type { Storage } from "../storage/index.js";
import { bool, choice, duration, text } from "./flags/kinds.js";
import type { FlagSection, FlagValues } from "./flags/flag.js";

export const storageBackends = ["embedded", "memory"] as const;
export type StorageBackend = (typeof storageBackends)[number];

/** Where objects are kept. */
export const storageFlags = {
  heading: "Storage",
  flags: {
    "storage-backend": choice(storageBackends, "embedded", "where objects are kept"),
    "data-dir": text("apiserver.local", "what the server keeps: objects, and the certificates that it made", "folder"),
    "etcd-prefix": text("/registry", "before the keys of all objects"),
    "etcd-compaction-interval": duration("5m0s", "how often history is forgotten, which then reaches back one to two of these; never if 0"),
    "watch-cache": bool(true, "serve reads and watches from memory"),
  },
} satisfies FlagSection;

export type StorageOptions = FlagValues<typeof storageFlags.flags>;

export function validateStorage(options: StorageOptions): string[] {
  const errors: string[] = [];
  if (!storageBackends.includes(options.storageBackend)) {
    errors.push(`--storage-backend invalid, allowed values: ${storageBackends.join(", ")}`);
  }
  if (options.dataDir === "") errors.push("--data-dir must be specified");
  if (!/^\/.+[^/]$/.test(options.etcdPrefix)) errors.push(`--etcd-prefix ${JSON.stringify(options.etcdPrefix)} must begin with a slash and not end with one`);
  if (durationToMilliseconds(options.etcdCompactionInterval) < 0) errors.push("--etcd-compaction-interval must not be negative");
  return errors;
}

/** A storage to serve from, and what is behind it. */
export interface OpenedStorage {
  readonly storage: Storage;
  /** Closes both. */
  readonly close: () => Promise<void>;
}

/**
 * @param log what goes wrong later, while nobody waits for it
 * @throws DataDirectoryError, CorruptError where what is there can't be used
 */
export async function openStorage(options: StorageOptions, log: Logger, metrics: ServerMetrics): Promise<OpenedStorage> {
  const store = new MeasuredStorage(await openBackend(options), metrics.storage, `${options.etcdPrefix}/`);
  const interval = durationToMilliseconds(options.etcdCompactionInterval);
  // It ends with the store.
  if (interval > 0) startCompactor(store, { interval, onError: (error) => { log("compaction failed, and is tried again", error); } });
  if (!options.watchCache) return { storage: store, close: () => store.close() };
  try {
    const cache = await openWatchCache({ storage: store, prefix: `${options.etcdPrefix}/`, onSlowWatches: metrics.watches.terminated("", "") });
    const close = async () => {
      await cache.close();
      await store.close();
    };
    return { storage: cache, close };
  } catch (error) {
    await store.close();
    throw error;
  }
}

async function openBackend({ storageBackend, dataDir }: StorageOptions): Promise<Storage> {
  if (storageBackend === "memory") return new MemoryStorage();
  try {
    await mkdir(dataDir, { recursive: true, mode: 0o700 });
  } catch (error) {
    throw new Error(`--data-dir: ${(error as Error).message}`, { cause: error });
  }
  return openEmbeddedStorage({ directory: join(dataDir, "store") });
}
