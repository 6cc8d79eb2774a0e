import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  CachedStorage,
  ConflictError,
  EncryptedStorage,
  Encryption,
  MemoryStorage,
  PrefixTransformers,
  WatchCache,
  aesGCM,
  identity,
  openEmbeddedStorage,
  type Storage,
  type Transformer,
} from "../../../apiserver/storage/index.js";
import { whyNoEtcd } from "../../peers/etcd.js";
import { conformance } from "../storage/conformance.js";
import { collect, prefix } from "../storage/conformance/helpers.js";
import { temporaryDirectories } from "../storage/directories.js";
import { EtcdPool } from "../storage/etcd/etcd-stores.js";

const directories = temporaryDirectories();
afterAll(() => {
  directories.remove();
});

const [one, two] = [1, 2].map((byte) => aesGCM(Buffer.alloc(32, byte))) as [Transformer, Transformer];

function chain(...transformers: readonly Transformer[]): Transformer {
  const [first = identity, ...others] = transformers;
  const entryOf = (transformer: Transformer) => ({
    prefix: transformer === identity ? "" : `k8s:enc:aesgcm:v1:${transformer === one ? "one" : "two"}:`,
    transformer,
  });
  return new PrefixTransformers({
    entries: [entryOf(first), ...others.map(entryOf)],
    noMatch: "no matching prefix found",
    onTransformation: () => undefined,
  });
}

/** The keys of the conformance tests begin with one folder and one resource. */
function encrypted(storage: Storage, ...transformers: readonly Transformer[]) {
  const encryption = new Encryption(new Map([["*.*", chain(...transformers)]]));
  return { storage: new EncryptedStorage({ storage, encryption, prefix: "/" }), encryption };
}

// Each test has a store of its own, and many wait.
describe.concurrent("stores of this process", () => {
  conformance("an encrypted store in memory", () => Promise.resolve(encrypted(new MemoryStorage(), one).storage));
  conformance("an encrypted embedded store", async () => {
    const { storage } = encrypted(await openEmbeddedStorage({ directory: directories.make() }), one);
    return storage;
  });
  conformance("a watch cache of an encrypted store", async () => {
    const cache = new WatchCache({ storage: encrypted(new MemoryStorage(), one).storage, prefix, timeout: 1000 });
    await cache.ready();
    return cache;
  });
});

const missing = whyNoEtcd();
describe.skipIf(missing !== undefined)(`etcd ${missing ?? ""}`, () => {
  let pool: EtcdPool;
  beforeAll(async () => {
    pool = await EtcdPool.start();
  });
  afterAll(() => pool.stop());
  const sealed = (storage: Storage) => Promise.resolve(encrypted(storage, one).storage);
  conformance("an encrypted store in etcd", () => pool.open(sealed), { isRemote: true });
});

const key = `${prefix}a`;
const text = (value: Uint8Array | undefined) => Buffer.from(value ?? []).toString();

describe("an encrypted storage", () => {
  test("the store has only encrypted values, in all results, and keys outside its prefix stay plain", async () => {
    const store = new MemoryStorage();
    const { storage } = encrypted(store, one);
    const watch = storage.watch(prefix);
    const { revision } = await storage.create(key, Buffer.from("secret"));
    expect(text((await store.get(key)).item?.value)).toMatch(/^k8s:enc:aesgcm:v1:one:/);
    expect(text((await storage.get(key)).item?.value)).toBe("secret");
    const conflict: unknown = await storage.update(key, Buffer.from("x"), 999).catch((error: unknown) => error);
    expect(conflict instanceof ConflictError && text(conflict.current.value)).toBe("secret");
    await storage.update(key, Buffer.from("changed"), revision);
    await storage.delete(key);
    const events = await collect(watch, 3);
    expect(events.map(({ current, previous }) => [text(current?.value), text(previous?.value)])).toEqual([
      ["secret", ""],
      ["changed", "secret"],
      ["", "changed"],
    ]);
    await storage.create("alone", Buffer.from("plain"));
    expect(text((await store.get("alone")).item?.value)).toBe("plain");
  });

  test.each([
    ["with a cache", 100],
    ["without a cache", 0],
  ])("resources of the core group are encrypted, although their keys have no group, %s", async (_, size) => {
    const store = new MemoryStorage();
    const encryption = new Encryption(new Map([["secrets", chain(one)]]));
    const cached = new CachedStorage({
      storage: new EncryptedStorage({ storage: store, encryption, prefix: "/registry/" }),
      sizeOf: () => size,
    });
    const folders = { secrets: "/registry/secrets/", pods: "/registry/pods/" };
    for (const [resource, folder] of Object.entries(folders)) {
      const storage = cached.forResource({ group: "", resource }, folder);
      for (const name of ["cluster-wide", "default/namespaced"]) await storage.create(folder + name, Buffer.from("x"));
    }
    const stored = (folder: string) =>
      store.list(folder).then(({ items }) => items.map(({ value }) => text(value).startsWith("k8s:enc:")));
    expect([await stored(folders.secrets), await stored(folders.pods)]).toEqual([
      [true, true],
      [false, false],
    ]);
    await cached.close();
  });

  test("repeated reads of one value return one object", async () => {
    const { storage } = encrypted(new MemoryStorage(), one);
    const created = await storage.create(key, Buffer.from("secret"));
    expect((await storage.get(key)).item).toBe(created);
    expect((await storage.list(prefix)).items[0]).toBe(created);
  });

  test("the key of a value is outdated as soon as another key encrypts, and current again if it returns", async () => {
    const { storage, encryption } = encrypted(new MemoryStorage(), one, identity);
    const { storedKey } = await storage.create(key, Buffer.from("secret"));
    expect(storedKey?.isOutdated).toBe(false);
    encryption.renew(new Map([["*.*", chain(two, one)]]));
    expect(storedKey?.isOutdated).toBe(true);
    expect((await storage.get(key)).item?.storedKey?.isOutdated).toBe(true);
    encryption.renew(new Map([["*.*", chain(one)]]));
    expect(storedKey?.isOutdated).toBe(false);
    encryption.renew(new Map());
    expect((await storage.get(key)).item).toMatchObject({
      unreadable: "identity transformer tried to read encrypted data",
    });
  });

  test("a value without a key is unreadable; a cache reads it again when the key returns", async () => {
    const store = new MemoryStorage();
    await encrypted(store, one).storage.create(key, Buffer.from("secret"));
    const { storage, encryption } = encrypted(store, two);
    const cache = new WatchCache({ storage, prefix });
    await cache.ready();
    const { item } = await cache.get(key);
    expect([text(item?.value), item?.unreadable]).toEqual(["", "no matching prefix found"]);
    const watch = cache.watch(prefix);
    encryption.renew(new Map([["*.*", chain(two, one)]]));
    await expect(collect(watch, 1)).rejects.toThrow("storage is (re)initializing");
    await cache.ready();
    expect(text((await cache.get(key)).item?.value)).toBe("secret");
    await cache.close();
  });

  test("a value that was moved to another key is unreadable", async () => {
    const store = new MemoryStorage();
    const { storage } = encrypted(store, one);
    await storage.create(key, Buffer.from("secret"));
    await store.create(`${prefix}b`, (await store.get(key)).item?.value ?? Buffer.from(""));
    expect((await storage.get(`${prefix}b`)).item?.unreadable).toBe("cipher: message authentication failed");
  });
});
