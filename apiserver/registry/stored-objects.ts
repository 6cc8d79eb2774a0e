import { groupVersionString } from "@apimachinery/runtime";
import { ConflictError, NotFoundError, type KeyValue, type Storage } from "../storage/index.js";
import type { APIObject } from "../request/api-object.js";
import type { ObjectCodec } from "./object-codec.js";
import { storedVersion } from "./stored-version.js";
import { UnreadableObjectError } from "./unreadable-object.js";

/** Number of objects that are read, and written at the same time. */
const pageSize = 200;

/** Result of a storage version migration of one resource. */
export interface MigrationResult {
  readonly rewritten: number;
  /** Messages for objects that cannot be read, and were not changed. */
  readonly unreadable: readonly string[];
}

/** The objects of one resource in the form in which they are stored. */
export class StoredObjects {
  readonly #storage: Storage;
  readonly #codec: ObjectCodec;
  readonly #ttl: (object: APIObject) => number;
  /** Prefix of the keys of these objects, with a slash at its end. */
  readonly prefix: string;

  /** @param ttl returns the time to live of an object in seconds; 0 for none */
  constructor(storage: Storage, codec: ObjectCodec, prefix: string, ttl: (object: APIObject) => number) {
    this.#storage = storage;
    this.#codec = codec;
    this.prefix = prefix;
    this.#ttl = ttl;
  }

  /** Returns the time to live of an object in seconds; 0 for none, or for an unreadable object. */
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
   * Returns the numbers of objects by the version in which they are stored. The storage version is
   * always among them.
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
   * Writes each object whose bytes are not its current encoding again: in the storage version, with
   * the current defaults and the current key of the encryption. A time to live starts again. Does
   * not run admission or validation, because the objects do not change. Keeps concurrent changes of
   * other writers.
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

  /** Returns false if the object is up to date or was deleted. */
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
