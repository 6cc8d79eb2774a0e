import { access, constants, stat } from "node:fs/promises";
import { join } from "node:path";
import { durationToMilliseconds, type GroupResource } from "@apimachinery/runtime";
import { makeOwnFolder } from "../certificates/own-file.js";
import {
  CachedStorage,
  dataFile,
  MemoryStorage,
  openEmbeddedStorage,
  startCompactor,
  storeSpans,
  TracedStorage,
  type EtcdStorage,
  type SpanNames,
  type Storage,
} from "../storage/index.js";
import type { Log } from "../logging/log.js";
import { makeFolder } from "../util/make-folder.js";
import { MeasuredStorage } from "../metrics/measured-storage.js";
import type { ServerMetrics } from "../metrics/server-metrics.js";
import { defaultMaxObjectBytes } from "../registry/size-limit.js";
import { tracingAPI } from "../tracing/open-telemetry.js";
import { openEncryption, validateEncryption } from "./encryption/open-encrypted.js";
import { observeStorageSize, openEtcd, validateEtcd, type EtcdOptions } from "./etcd.js";
import { folderProblem } from "./folder-problem.js";
import { boolFlag, choice, durationFlag, intFlag, stringsFlag, stringFlag } from "./flags/kinds.js";
import type { FlagSection, FlagValues } from "./flags/flag.js";
import type { ServerRunOptions } from "./server-run.js";
import { nearestName } from "../util/nearest.js";
import { qualifiedName } from "../util/qualified-name.js";

export const storageBackends = ["embedded", "etcd3", "memory"] as const;
export type StorageBackend = (typeof storageBackends)[number];

const storageMediaTypes: readonly string[] = ["application/json", "application/vnd.kubernetes.protobuf"];

/** Flags for the storage of objects. */
export const storageFlags = {
  heading: "Storage",
  flags: {
    "storage-backend": choice<"" | StorageBackend>(
      ["", ...storageBackends],
      "",
      'storage of objects (default "embedded", or "etcd3" with --etcd-servers)',
    ),
    "data-dir": stringFlag(
      "apiserver.local",
      "folder of the data of the server: objects, and certificates that the server created",
      "folder",
    ),
    "max-stored-object-bytes": intFlag(
      defaultMaxObjectBytes,
      "maximum size of a stored object; larger creates and updates are refused (413)",
      "bytes",
    ),
    "storage-media-type": stringFlag(
      "application/json",
      "media type in which objects are stored: application/json, or application/vnd.kubernetes.protobuf for the kinds that have it; stored objects are read in both",
      "type",
    ),
    "etcd-prefix": stringFlag("/registry", "prefix of the keys of all objects"),
    "etcd-compaction-interval": durationFlag(
      "5m0s",
      "interval between compactions of the history; clients can resume watches for one to two intervals; 0 for no compaction",
    ),
    "encryption-provider-config": stringFlag(
      "",
      "EncryptionConfiguration (YAML) with the keys that encrypt stored objects; no encryption if empty",
      "file",
    ),
    "encryption-provider-config-automatic-reload": boolFlag(
      false,
      "read the file of --encryption-provider-config again when it changes",
    ),
    "watch-cache": boolFlag(true, "serve reads and watches from memory"),
    "default-watch-cache-size": intFlag(
      100,
      "minimum number of newest events that are held for each resource; no watch cache if 0",
    ),
    "watch-cache-sizes": stringsFlag(
      [],
      "minimum numbers of events for single resources, each in the form resource[.group]#size",
    ),
    "enable-garbage-collector": boolFlag(
      true,
      "delete objects whose owners are gone, and set the finalizers orphan and foregroundDeletion at deletions; with --kubeconfig or in a cluster, the kube-controller-manager of the cluster deletes them",
    ),
  },
} satisfies FlagSection;

export type StorageOptions = FlagValues<typeof storageFlags.flags> & EtcdOptions;

/** Returns the storage that the options select. */
export function backendOf({
  storageBackend,
  etcdServers,
}: Pick<StorageOptions, "storageBackend" | "etcdServers">): StorageBackend {
  if (storageBackend !== "") return storageBackend;
  return etcdServers.length > 0 ? "etcd3" : "embedded";
}

/**
 * Returns the problems found in the options, one sentence for each problem.
 * @param resources served resources, as `resource.group`; undefined if they are not known yet
 */
export function validateStorage(options: StorageOptions, resources?: () => readonly string[]): string[] {
  const errors: string[] = [];
  const backend = backendOf(options);
  // This check is not redundant: a program that sets the options can use any string.
  if (!(storageBackends as readonly string[]).includes(backend))
    errors.push(`--storage-backend invalid, allowed values: ${storageBackends.join(", ")}`);
  if (backend === "etcd3" && options.etcdServers.length === 0) errors.push("--etcd-servers must be specified");
  if (backend !== "etcd3" && options.etcdServers.length > 0)
    errors.push(`--etcd-servers cannot be used with --storage-backend=${backend}`);
  errors.push(...validateEtcd(options), ...validateEncryption(options));
  if (options.maxStoredObjectBytes < 1)
    errors.push(`--max-stored-object-bytes ${options.maxStoredObjectBytes} must be greater than 0`);
  if (!storageMediaTypes.includes(options.storageMediaType))
    errors.push(
      `--storage-media-type ${JSON.stringify(options.storageMediaType)} invalid, allowed values: ${storageMediaTypes.join(", ")}`,
    );
  if (options.dataDir === "") errors.push("--data-dir must be specified");
  if (!/^\/.+[^/]$/.test(options.etcdPrefix))
    errors.push(`--etcd-prefix ${JSON.stringify(options.etcdPrefix)} must begin with a slash and not end with one`);
  if (durationToMilliseconds(options.etcdCompactionInterval) < 0)
    errors.push("--etcd-compaction-interval must not be negative");
  if (options.defaultWatchCacheSize < 0) errors.push("--default-watch-cache-size must not be negative");
  const { sizes, problems } = parseWatchCacheSizes(options.watchCacheSizes);
  errors.push(...problems);
  if (sizes.size > 0 && resources !== undefined) errors.push(...unknownResources(sizes, resources()));
  return errors;
}

/**
 * Opens the store, and adds metrics, spans, encryption and a watch cache as the options require.
 * @param log log for events that occur after the store was opened
 * @throws DataDirectoryError, CorruptError if existing data cannot be used
 */
export async function openStorage(options: OpenStorageOptions, log: Log, metrics: ServerMetrics): Promise<Storage> {
  const encrypt = await openEncryption(options, log, metrics);
  const backend = await openBackend(options, log, metrics);
  const measured = new MeasuredStorage(backend, metrics.storage, `${options.etcdPrefix}/`);
  const storage = encrypt(traced(measured, storeSpans(backendOf(options))), options.etcdPrefix);
  startCompaction(backend, durationToMilliseconds(options.etcdCompactionInterval), log);
  if (!options.watchCache) return storage;
  const { sizes } = parseWatchCacheSizes(options.watchCacheSizes);
  return new CachedStorage({
    storage,
    sizeOf: (resource) => watchCacheSizeOf(sizes, resource, options.defaultWatchCacheSize),
    onUnreadable: ({ key, unreadable }) => {
      log.error(`the object stored under ${key} can't be read: ${unreadable ?? ""}`);
    },
    onSlowWatches: ({ group, resource }) => metrics.watches.terminated(group, resource),
    onCache: (resource, stats) => {
      metrics.watchCaches.add(resource, stats);
    },
  });
}

/** Adds spans to a storage if tracing is switched on. */
function traced(storage: Storage, names: SpanNames): Storage {
  return tracingAPI() === undefined ? storage : new TracedStorage(storage, names);
}

/** The storage options, and the maximum duration of a request. */
export type OpenStorageOptions = StorageOptions & Pick<ServerRunOptions, "requestTimeout">;

/**
 * Checks the permission to write to the data folder. Opening the store reports any other problem.
 * @throws Error of the system with the code EACCES
 */
async function mayWrite(folder: string): Promise<void> {
  await access(folder, constants.W_OK).catch((error: unknown) => {
    if ((error as NodeJS.ErrnoException).code === "EACCES") throw error;
  });
}

/** Starts to compact the store periodically, until it is closed. */
function startCompaction(storage: Storage | EtcdStorage, interval: number, log: Log): void {
  if (interval === 0) return;
  const onError = (error: unknown): void => {
    log.error("compaction failed, and will be tried again", error);
  };
  if ("compactEvery" in storage) storage.compactEvery(interval, onError);
  else startCompactor(storage, { interval, onError });
}

async function openBackend(
  options: OpenStorageOptions,
  log: Log,
  metrics: ServerMetrics,
): Promise<Storage | EtcdStorage> {
  const backend = backendOf(options);
  if (backend === "etcd3") return openEtcd(options, durationToMilliseconds(options.requestTimeout), log, metrics);
  if (backend === "memory") return new MemoryStorage();
  const storage = await openEmbedded(options.dataDir);
  observeStorageSize(metrics, async () => [[backend, (await stat(dataFile(storeIn(options.dataDir)))).size]]);
  return storage;
}

function storeIn(dataDir: string): string {
  return join(dataDir, "store");
}

/**
 * Opens the embedded store of a data folder. Creates the folder and the store if they do not exist.
 * @param acceptsIncomplete true for a store to which objects are copied
 * @throws DataDirectoryError, CorruptError if existing data cannot be used
 */
export async function openEmbedded(dataDir: string, acceptsIncomplete = false): Promise<Storage> {
  try {
    await makeFolder(dataDir);
    await mayWrite(dataDir);
  } catch (error) {
    throw await folderProblem("--data-dir", dataDir, error);
  }
  const directory = storeIn(dataDir);
  await makeOwnFolder(directory);
  return openEmbeddedStorage({ directory, acceptsIncomplete });
}

/**
 * Minimum number of events in the watch cache of each resource. The keys are `resource.group`, or
 * only `resource` for the core group.
 */
type WatchCacheSizes = ReadonlyMap<string, number>;

/**
 * Parses strings of the form `resource[.group]#size`. Returns the sizes, and one sentence for each
 * invalid string.
 */
export function parseWatchCacheSizes(texts: readonly string[]): {
  readonly sizes: WatchCacheSizes;
  readonly problems: readonly string[];
} {
  const sizes = new Map<string, number>();
  const problems: string[] = [];
  for (const text of texts) {
    const [resource = "", size = "", ...more] = text.split("#");
    if (resource === "" || more.length > 0 || !/^-?\d{1,9}$/.test(size))
      problems.push(
        `--watch-cache-sizes has an invalid value: ${JSON.stringify(text)}, expected resource[.group]#size`,
      );
    else if (Number(size) < 0) problems.push(`--watch-cache-sizes must not be negative: ${JSON.stringify(text)}`);
    else sizes.set(resource, Number(size));
  }
  return { sizes, problems };
}

/**
 * Returns one sentence for each resource that is not served, with a suggestion.
 * @param served served resources, as `resource.group`
 */
function unknownResources(sizes: WatchCacheSizes, served: readonly string[]): readonly string[] {
  const unknown = [...sizes.keys()].filter((name) => !served.includes(name));
  return unknown.map((name) => {
    // If the only difference is the missing group, the suggestion is the name with the group.
    const meant = served.find((one) => one.startsWith(`${name}.`)) ?? nearestName(name, served);
    return `--watch-cache-sizes: the resource ${JSON.stringify(name)} is not served${meant === undefined ? `; served resources: ${served.join(", ")}` : ` (did you mean ${meant}?)`}`;
  });
}

export function watchCacheSizeOf(sizes: WatchCacheSizes, { group, resource }: GroupResource, initial: number): number {
  return sizes.get(qualifiedName(group, resource)) ?? initial;
}
