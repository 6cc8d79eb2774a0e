export type {
  StorageDeletion,
  GetResult,
  KeyValue,
  StoredListOptions,
  ListResult,
  ReadOptions,
  Storage,
  KeyWatchOptions,
  StorageWriteOptions,
} from "./storage.js";
export type { StorageWatch, StorageEvent } from "./watch.js";
export {
  BackupError,
  CompactedError,
  ConflictError,
  CorruptError,
  DataDirectoryError,
  DirectoryInUseError,
  FutureRevisionError,
  InvalidKeyError,
  KeyExistsError,
  NotFoundError,
  SlowWatcherError,
  StorageClosedError,
  StorageConnectionError,
  StorageError,
  StorageTimeoutError,
  StorageUnavailableError,
  StorageWriteError,
  UnconfirmedWriteError,
} from "./errors.js";
export { ForwardingStorage } from "./forwarding-storage.js";
export { MappedWatch } from "./shared/mapped-watch.js";
export { storeSpans, TracedStorage } from "./traced-storage.js";
export type { SpanNames } from "./traced-storage.js";
export { copyObjects, CopyError } from "./copy-objects.js";
export type { CopyResult, CopyTarget, KeySpace } from "./copy-objects.js";
export { startCompactor } from "./compactor.js";
export type { CompactorOptions } from "./compactor.js";
export { aesCBC, aesGCM } from "./encryption/aes.js";
export { secretbox } from "./encryption/secretbox.js";
export { EncryptedStorage } from "./encryption/encrypted-storage.js";
export { Encryption } from "./encryption/encryption.js";
export type { ResourceTransformers } from "./encryption/encryption.js";
export { encryptedData, identity, isEncrypted } from "./encryption/identity.js";
export { PrefixTransformers } from "./encryption/prefix-transformers.js";
export type { Prefixed, Transformation } from "./encryption/prefix-transformers.js";
export type { Transformer } from "./encryption/transformer.js";
export { MemoryStorage } from "./memory/memory-storage.js";
export { openEmbeddedStorage } from "./embedded/embedded-storage.js";
export { markComplete, markIncomplete } from "./embedded/incomplete.js";
export { openEtcdStorage } from "./etcd3/open.js";
export type { EtcdTLS } from "./etcd3/credentials.js";
export type { EtcdStorage, EtcdStorageOptions } from "./etcd3/etcd-storage.js";
export { restoreBackup } from "./embedded/restore-backup.js";
export type { Restored } from "./embedded/restore-backup.js";
export { writeBackup } from "./embedded/write-backup.js";
export type { BackupSummary } from "./embedded/check-backup.js";
export type { EmbeddedStorageOptions } from "./embedded/embedded-storage.js";
export { dataFile } from "./embedded/data-file.js";
export { CachedStorage } from "./watch-cache/cached-storage.js";
export type { CachedStorageOptions } from "./watch-cache/cached-storage.js";
export { WatchCache, openWatchCache } from "./watch-cache/watch-cache.js";
export type { WatchCacheOptions, WatchCacheStats } from "./watch-cache/watch-cache.js";
