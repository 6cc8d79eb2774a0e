import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { durationToMilliseconds, parseDuration } from "@apimachinery/runtime";
import type { Duration } from "@apimachinery/runtime";
import { MemoryStorage, openEmbeddedStorage, openWatchCache, startCompactor } from "../storage/index.js";
import type { Logger } from "../filters/panic-recovery.js";
import type { Storage } from "../storage/index.js";

export const storageBackends = ["embedded", "memory"] as const;
export type StorageBackend = (typeof storageBackends)[number];

/** Where objects are kept; every field is the flag of its name. */
export interface StorageOptions {
  readonly storageBackend: StorageBackend;
  readonly dataDir: string;
  /** Before all keys. */
  readonly etcdPrefix: string;
  /** Whether reads and watches are served from memory. */
  readonly watchCache: boolean;
  /** How often history is forgotten, which then reaches back one to two of these; never if zero. */
  readonly etcdCompactionInterval: Duration;
}

export function validateStorage(options: StorageOptions): string[] {
  const errors: string[] = [];
  if (!storageBackends.includes(options.storageBackend)) {
    errors.push(`--storage-backend invalid, allowed values: ${storageBackends.join(", ")}`);
  }
  if (options.dataDir === "") errors.push("--data-dir must be specified");
  try {
    if (parseDuration(options.etcdCompactionInterval) < 0n) errors.push("--etcd-compaction-interval must not be negative");
  } catch (error) {
    errors.push(`--etcd-compaction-interval: ${error instanceof Error ? error.message : String(error)}`);
  }
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
export async function openStorage(options: StorageOptions, log: Logger): Promise<OpenedStorage> {
  const store = await openBackend(options);
  const interval = durationToMilliseconds(options.etcdCompactionInterval);
  // It ends with the store.
  if (interval > 0) startCompactor(store, { interval, onError: (error) => { log("compaction failed, and is tried again", error); } });
  if (!options.watchCache) return { storage: store, close: () => store.close() };
  try {
    const cache = await openWatchCache({ storage: store, prefix: `${options.etcdPrefix}/` });
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
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  return openEmbeddedStorage({ directory: join(dataDir, "store") });
}
