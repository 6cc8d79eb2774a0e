import {
  CompactedError,
  ConflictError,
  FutureRevisionError,
  KeyExistsError,
  NotFoundError,
  StorageClosedError,
} from "../errors.js";
import { firstRevision } from "../shared/first-revision.js";
import { checkKey, isStorable } from "../shared/keys.js";
import { Slab } from "../shared/slab.js";
import type {
  StorageDeletion,
  GetResult,
  KeyValue,
  StoredListOptions,
  ListResult,
  ReadOptions,
  Storage,
  KeyWatchOptions,
  StorageWriteOptions,
} from "../storage.js";
import type { StorageWatch } from "../watch.js";
import type { EtcdTLS } from "./credentials.js";
import { startEtcdCompactor } from "./etcd-compactor.js";
import { EtcdClient, RevisionProblem } from "./etcd-client.js";
import { EtcdWatch } from "./etcd-watch.js";
import { Leases } from "./leases.js";
import { readPages } from "./list-pages.js";
import {
  toNumber,
  type EtcdKeyValue,
  type RangeRequest,
  type RangeResponse,
  type RequestOp,
  type WatchResponse,
} from "./messages.js";
import { ProgressSupport } from "./progress-support.js";
import { SharedRead } from "./shared-read.js";
import { toItem } from "./to-event.js";
import { keyRange } from "./key-range.js";

export interface EtcdStorageOptions {
  /** URLs of the members of the etcd cluster, such as `https://10.0.0.1:2379`; at least one. */
  readonly servers: readonly string[];
  /** Returns the certificates for a new connection to a URL with `https`. */
  readonly tls: () => EtcdTLS;
  /** Maximum time of a request to etcd, in milliseconds. */
  readonly timeout: number;
  /**
   * Maximum time in seconds for which new keys get an existing lease. Kubernetes' default is 60.
   */
  readonly leaseReuse: number;
  /**
   * Called with the reason when no member of etcd can be reached, and with undefined when a member
   * can be reached again.
   */
  readonly onConnection?: (problem: string | undefined) => void;
  /** Called once with the versions of all members, when they are known. */
  readonly onVersions: (versions: readonly string[], reportsProgress: boolean) => void;
}

/**
 * Stores objects in an etcd cluster, as Kubernetes does. Several servers can use the cluster at the
 * same time, and each of them sees the writes of all. The promise of a write resolves when etcd has
 * committed the write. Expired keys that share a lease are deleted with one revision.
 */
export class EtcdStorage implements Storage {
  readonly isExclusive = false;
  readonly #client: EtcdClient;
  readonly #leases: Leases;
  readonly #progress: ProgressSupport;
  readonly #newest: SharedRead<number>;
  readonly #slab = new Slab();
  readonly #watches = new Set<EtcdWatch>();
  readonly #writes = new Set<Promise<unknown>>();
  #closing: Promise<void> | undefined;

  constructor({ leaseReuse, onVersions, ...options }: EtcdStorageOptions) {
    this.#client = new EtcdClient(options);
    this.#leases = new Leases(this.#client, leaseReuse);
    this.#progress = new ProgressSupport(this.#client, onVersions);
    this.#newest = new SharedRead(() => this.#readNewest());
  }

  get reportsProgress(): boolean {
    return this.#progress.isSupported;
  }

  create(key: string, value: Uint8Array, options: StorageWriteOptions = {}): Promise<KeyValue> {
    return this.#tracked(this.#create(key, value, options));
  }

  update(key: string, value: Uint8Array, revision: number, options: StorageWriteOptions = {}): Promise<KeyValue> {
    return this.#tracked(this.#update(key, value, revision, options));
  }

  delete(key: string, revision?: number): Promise<StorageDeletion> {
    return this.#tracked(this.#delete(key, revision));
  }

  async #create(key: string, value: Uint8Array, options: StorageWriteOptions): Promise<KeyValue> {
    this.#checkWrite(key);
    const put = options.ttl ? await this.#leasedPut(key, value, options.ttl) : { requestPut: { key, value } };
    const { succeeded, header } = await this.#client.transact({
      compare: [isAt(key, 0)],
      success: [put],
      failure: [{ requestRange: { key } }],
    });
    if (!succeeded) throw new KeyExistsError(key);
    return { key, value, revision: toNumber(header.revision) };
  }

  async #update(key: string, value: Uint8Array, revision: number, options: StorageWriteOptions): Promise<KeyValue> {
    this.#checkWrite(key);
    const put = options.ttl ? await this.#leasedPut(key, value, options.ttl) : { requestPut: { key, value } };
    const { succeeded, header, responses } = await this.#client.transact({
      compare: [isAt(key, revision)],
      success: [put],
      failure: [{ requestRange: { key } }],
    });
    if (!succeeded) throw this.#refused(key, revision, responses[0]?.responseRange?.kvs[0]);
    return { key, value, revision: toNumber(header.revision) };
  }

  async #delete(key: string, revision?: number): Promise<StorageDeletion> {
    this.#checkWrite(key);
    const { succeeded, header, responses } = await this.#client.transact({
      compare: revision === undefined ? [] : [isAt(key, revision)],
      success: [{ requestDeleteRange: { key } }],
      failure: revision === undefined ? [] : [{ requestRange: { key } }],
    });
    const [response] = responses;
    if (!succeeded) throw this.#refused(key, revision ?? 0, response?.responseRange?.kvs[0]);
    if (toNumber(response?.responseDeleteRange?.deleted ?? 0) === 0) throw new NotFoundError(key);
    return { revision: toNumber(header.revision) };
  }

  async get(key: string, options: ReadOptions = {}): Promise<GetResult> {
    this.#checkOpen();
    if (options.revision !== undefined && options.revision < firstRevision)
      throw new CompactedError(options.revision, firstRevision);
    // etcd does not accept an empty key. An invalid key is replaced by NUL, which is never stored.
    const request = { key: isStorable(key) ? key : "\0" };
    const response = await this.#range(
      options.revision === undefined ? request : { ...request, revision: options.revision },
    );
    const revision = options.revision ?? this.#fresh(response, options);
    const [stored] = response.kvs;
    return stored === undefined ? { revision } : { item: toItem(stored, this.#slab), revision };
  }

  async list(prefix: string, options: StoredListOptions = {}): Promise<ListResult> {
    this.#checkOpen();
    const { startKey, limit = 0, revision, notOlderThan } = options;
    // For a revision below 1, etcd would read the newest revision.
    if (revision !== undefined && revision < firstRevision) throw new CompactedError(revision, firstRevision);
    return readPages({
      prefix,
      startKey,
      limit,
      revision,
      slab: this.#slab,
      read: async (request) => {
        const response = await this.#range(request);
        this.#fresh(response, { ...(notOlderThan !== undefined && { notOlderThan }) });
        return response;
      },
    });
  }

  watch(prefix: string, options: KeyWatchOptions = {}): StorageWatch {
    const watch = new EtcdWatch({
      ...options,
      client: this.#client,
      prefix,
      after: options.after === undefined ? this.#client.seen : Math.max(1, options.after),
      slab: this.#slab,
      reportsProgress: () => this.reportsProgress,
      currentRevision: () => this.currentRevision(),
      onDone: (done) => this.#watches.delete(done),
    });
    this.#watches.add(watch);
    if (this.isClosed) watch.end(new StorageClosedError());
    return watch;
  }

  currentRevision(): Promise<number> {
    return this.isClosed ? Promise.reject(new StorageClosedError()) : this.#newest.run();
  }

  async compact(revision: number): Promise<void> {
    this.#checkOpen();
    try {
      await this.#client.compact(revision);
    } catch (error) {
      if (!(error instanceof RevisionProblem)) throw error;
      if (error.reason === "future") throw new FutureRevisionError(revision, await this.currentRevision());
    }
  }

  /**
   * Compacts the history periodically, together with the other servers of this etcd. Stops when the
   * storage is closed.
   */
  compactEvery(interval: number, onError: (error: unknown) => void): void {
    startEtcdCompactor(this.#client, { interval, onError, isClosed: () => this.isClosed });
  }

  /**
   * Returns the size of the database of each member in bytes, in the order of the members;
   * undefined for a member that cannot be reached.
   * @param timeout maximum time, in milliseconds
   */
  async sizes(timeout: number): Promise<readonly (number | undefined)[]> {
    const statuses = await this.#client.statuses(timeout);
    return statuses.map((each) => (each.status === "fulfilled" ? toNumber(each.value.dbSize) : undefined));
  }

  close(): Promise<void> {
    this.#closing ??= this.#close();
    return this.#closing;
  }

  async #close(): Promise<void> {
    this.#progress.close();
    for (const watch of [...this.#watches]) watch.end(new StorageClosedError());
    await Promise.allSettled(this.#writes);
    this.#client.close();
  }

  get isClosed(): boolean {
    return this.#closing !== undefined;
  }

  /** Records a write until its promise settles, because `close` waits for pending writes. */
  #tracked<T>(write: Promise<T>): Promise<T> {
    this.#writes.add(write);
    const ended = (): void => {
      this.#writes.delete(write);
    };
    write.then(ended, ended);
    return write;
  }

  #checkWrite(key: string): void {
    this.#checkOpen();
    checkKey(key);
  }

  async #leasedPut(key: string, value: Uint8Array, ttl: number): Promise<RequestOp> {
    return { requestPut: { key, value, lease: await this.#leases.lease(ttl) } };
  }

  async #range(request: RangeRequest): Promise<RangeResponse> {
    try {
      return await this.#client.range(request);
    } catch (error) {
      if (!(error instanceof RevisionProblem)) throw error;
      const { revision = 0 } = request;
      if (error.reason === "future") throw new FutureRevisionError(revision, await this.currentRevision());
      throw new CompactedError(revision, await oldestRevision(this.#client, revision));
    }
  }

  /**
   * Returns the revision of a response.
   * @throws FutureRevisionError if this revision is less than `notOlderThan`
   */
  #fresh({ header }: RangeResponse, { notOlderThan = 0 }: ReadOptions): number {
    const revision = toNumber(header.revision);
    if (revision < notOlderThan) throw new FutureRevisionError(notOlderThan, revision);
    return revision;
  }

  async #readNewest(): Promise<number> {
    const { header } = await this.#client.range({ key: "\0", limit: 1, keysOnly: true });
    return toNumber(header.revision);
  }

  #refused(key: string, expected: number, stored: EtcdKeyValue | undefined): Error {
    return stored === undefined ? new NotFoundError(key) : new ConflictError(key, expected, toItem(stored, this.#slab));
  }

  #checkOpen(): void {
    if (this.isClosed) throw new StorageClosedError();
  }
}

/**
 * Returns the condition that the last write of a key has the revision `modRevision`. With the
 * revision 0, the condition is that the key does not exist.
 */
function isAt(key: string, modRevision: number): { result: 0; target: 2; key: string; modRevision: number } {
  return { result: 0, target: 2, key, modRevision };
}

/**
 * Maximum time of the request in milliseconds. It is short, because the result is only part of an
 * error message.
 */
const timeout = 1000;

/**
 * Returns the oldest revision that etcd still has. etcd reports this revision only to a watch that
 * starts at a compacted revision.
 * @param compacted a compacted revision; also the result if etcd does not respond
 */
async function oldestRevision(client: EtcdClient, compacted: number): Promise<number> {
  const call = await client.openWatch();
  return new Promise((resolve) => {
    const done = (revision: number): void => {
      clearTimeout(timer);
      resolve(revision);
      call.cancel();
    };
    const timer = setTimeout(done, timeout, compacted);
    call.on("error", () => {
      done(compacted);
    });
    call.on("data", ({ canceled, compactRevision }: WatchResponse) => {
      if (canceled) done(Math.max(compacted, toNumber(compactRevision)));
    });
    // No object has this key, so the watch has no events.
    call.write({
      createRequest: { ...keyRange("\0"), startRevision: Math.max(1, compacted), progressNotify: false, prevKv: false },
    });
  });
}
