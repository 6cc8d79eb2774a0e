export type { Deletion, GetResult, KeyValue, ListOptions, ListResult, ReadOptions, Storage, WatchOptions } from "./storage.js";
export type { Watch, WatchEvent } from "./watch.js";
export {
  CompactedError,
  ConflictError,
  CorruptError,
  DataDirectoryError,
  FutureRevisionError,
  InvalidKeyError,
  KeyExistsError,
  NotFoundError,
  SlowWatcherError,
  StorageClosedError,
  StorageError,
  StorageUnavailableError,
  StorageWriteError,
} from "./errors.js";
export { MemoryStorage } from "./memory/memory-storage.js";
export { openEmbeddedStorage } from "./embedded/embedded-storage.js";
export type { EmbeddedStorageOptions } from "./embedded/embedded-storage.js";
export { openWatchCache } from "./watch-cache/watch-cache.js";
export type { WatchCache, WatchCacheOptions } from "./watch-cache/watch-cache.js";
