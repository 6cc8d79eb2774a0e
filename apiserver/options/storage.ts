import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { MemoryStorage, openEmbeddedStorage, openWatchCache } from "../storage/index.js";
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
}

export function validateStorage(options: StorageOptions): string[] {
  const errors: string[] = [];
  if (!storageBackends.includes(options.storageBackend)) {
    errors.push(`--storage-backend invalid, allowed values: ${storageBackends.join(", ")}`);
  }
  if (options.dataDir === "") errors.push("--data-dir must be specified");
  return errors;
}

/** A storage to serve from, and what is behind it. */
export interface OpenedStorage {
  readonly storage: Storage;
  /** Closes both. */
  readonly close: () => Promise<void>;
}

/** @throws DataDirectoryError, CorruptError where what is there can't be used */
export async function openStorage(options: StorageOptions): Promise<OpenedStorage> {
  const store = await openBackend(options);
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
