import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { MemoryStorage, openEmbeddedStorage } from "../storage/index.js";
import type { Storage } from "../storage/index.js";

export const storageBackends = ["embedded", "memory"] as const;
export type StorageBackend = (typeof storageBackends)[number];

/** Where objects are kept; every field is the flag of its name. */
export interface StorageOptions {
  readonly storageBackend: StorageBackend;
  readonly dataDir: string;
  /** Before all keys. */
  readonly etcdPrefix: string;
}

export function validateStorage(options: StorageOptions): string[] {
  const errors: string[] = [];
  if (!storageBackends.includes(options.storageBackend)) {
    errors.push(`--storage-backend invalid, allowed values: ${storageBackends.join(", ")}`);
  }
  if (options.dataDir === "") errors.push("--data-dir must be specified");
  return errors;
}

/** @throws DataDirectoryError, CorruptError where what is there can't be used */
export async function openStorage({ storageBackend, dataDir }: StorageOptions): Promise<Storage> {
  if (storageBackend === "memory") return new MemoryStorage();
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  return openEmbeddedStorage({ directory: join(dataDir, "store") });
}
