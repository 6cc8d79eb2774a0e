import { groupVersionString } from "@apimachinery/runtime";
import { ConflictError, NotFoundError, type KeyValue, type Storage } from "../storage/index.js";
import type { APIObject } from "../request/api-object.js";
import type { ObjectCodec } from "./object-codec.js";
import { UnreadableObjectError } from "./unreadable-object.js";

/** Number of objects in a page. The outdated objects of a page are written at the same time. */
const pageSize = 200;

/** Result of a storage version migration of one resource. */
export interface MigrationResult {
  readonly rewritten: number;
  /** Messages for the objects that were not changed because they cannot be read. */
  readonly unreadable: readonly string[];
}

/** The objects of one resource in their stored form. */
export class StoredObjects {
  readonly #storage: Storage;
  readonly #codec: ObjectCodec;
  readonly #ttl: (object: APIObject) => number;
  /** Prefix of the keys of these objects, with a slash at its end. */
  readonly prefix: string;

  /** @param ttl returns the time to live of an object in seconds; 0 if it has none */
  constructor(storage: Storage, codec: ObjectCodec, prefix: string, ttl: (object: APIObject) => number) {
    this.#storage = storage;
    this.#codec = codec;
    this.prefix = prefix;
    this.#ttl = ttl;
  }

  /** Returns the time to live of an object in seconds; 0 if it has none or is unreadable. */
  ttlOf(item: KeyValue): number {
    try {
      return this.#ttl(this.#codec.decode(item));
    } catch (error) {
      if (error instanceof UnreadableObjectError) return 0;
      throw error;
    }
  }

  /** Returns the number of objects. The number may be slightly outdated. */
  async count(): Promise<number> {
    const { items, remaining } = await this.#storage.list(this.prefix, { limit: 1, notOlderThan: 0 });
    return items.length + (remaining ?? 0);
  }

  /**
   * Returns the number of objects for each version in which objects are stored. The result always
   * contains the current storage version.
   */
  async countVersions(): Promise<ReadonlyMap<string, number>> {
    const counts = new Map([[groupVersionString(this.#codec.storageVersion), 0]]);
    for await (const items of this.#pages()) {
      for (const item of items) {
        const version = storedVersion(item);
        counts.set(version, (counts.get(version) ?? 0) + 1);
      }
    }
    return counts;
  }

  /**
   * Writes the objects with outdated stored bytes again: in the storage version, with the current
   * defaults, and encrypted with the current key. The time to live of these objects starts again.
   * Admission and validation do not run, because the objects do not change. Concurrent changes of
   * other writers are kept.
   */
  async rewrite(): Promise<MigrationResult> {
    let rewritten = 0;
    const unreadable: string[] = [];
    const rewrite = async (item: KeyValue): Promise<void> => {
      try {
        if (await this.#rewrite(item)) rewritten++;
      } catch (error) {
        if (!(error instanceof UnreadableObjectError)) throw error;
        unreadable.push(error.message);
      }
    };
    for await (const items of this.#pages()) await Promise.all(items.map(rewrite));
    return { rewritten, unreadable };
  }

  /**
   * Writes an object again. Returns false if its stored bytes are current, or if it was deleted.
   */
  async #rewrite(first: KeyValue): Promise<boolean> {
    let item = first;
    while (item.storedKey?.isOutdated === true || !this.#codec.text.has(item)) {
      try {
        const object = this.#codec.decode(item);
        const ttl = this.#ttl(object);
        await this.#storage.update(item.key, this.#codec.encode(object), item.revision, { ttl });
        return true;
      } catch (error) {
        if (error instanceof NotFoundError) return false;
        if (!(error instanceof ConflictError)) throw error;
        item = error.current;
      }
    }
    return false;
  }

  async *#pages(): AsyncGenerator<readonly KeyValue[]> {
    let startKey = "";
    for (;;) {
      const { items, remaining } = await this.#storage.list(this.prefix, {
        limit: pageSize,
        startKey,
        notOlderThan: 0,
      });
      if (items.length > 0) yield items;
      const last = items.at(-1);
      if (last === undefined || remaining === 0) return;
      startKey = `${last.key}\0`;
    }
  }
}

/** Number of bytes at the beginning of a stored object that are searched for the apiVersion. */
const longestHead = 1000;

/** Name of the version under which objects with an unreadable version are counted. */
const unknownVersion = "unknown";

/**
 * Returns the apiVersion of a stored object; `unknownVersion` if it cannot be read. Usually reads
 * only the beginning of the bytes, because stored objects begin with kind and apiVersion. Other
 * bytes are parsed as JSON.
 */
function storedVersion({ value, unreadable }: KeyValue): string {
  if (unreadable !== undefined) return unknownVersion;
  const head = Buffer.from(value.buffer, value.byteOffset, Math.min(value.length, longestHead)).toString("latin1");
  const found = /^\{"(?:kind":"[^"\\]*",")?apiVersion":"([^"\\]*)"/.exec(head)?.[1];
  if (found !== undefined) return found;
  try {
    const { apiVersion } = JSON.parse(Buffer.from(value).toString("utf8")) as { readonly apiVersion?: unknown };
    return typeof apiVersion === "string" ? apiVersion : unknownVersion;
  } catch {
    return unknownVersion;
  }
}
