import { rmSync } from "node:fs";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { EtcdStorage, type EtcdStorageOptions } from "../../../../apiserver/storage/etcd3/etcd-storage.js";
import {
  openWatchCache,
  StorageConnectionError,
  StorageError,
  UnconfirmedWriteError,
} from "../../../../apiserver/storage/index.js";
import type { PeerProcess } from "../../../peers/peer-process.js";
import { bytes, collect, create, endOf, prefix, remove, show, text, update } from "../conformance/helpers.js";
import { startAnyEtcd, whyNoEtcd } from "../../../peers/etcd.js";
import { openEtcd } from "./etcd-stores.js";
import { makeCertificates, tlsFlags, type EtcdCertificates } from "./etcd-certificates.js";
import { FaultyProxy } from "./faulty-etcd.js";
import { eventually } from "../../../eventually.js";

const missing = whyNoEtcd();

describe.skipIf(missing !== undefined)(`etcd with faults ${missing ?? ""}`, () => {
  let etcd: PeerProcess;
  beforeAll(async () => {
    etcd = await startAnyEtcd("--unsafe-no-fsync");
  });
  afterAll(async () => {
    await etcd.stop();
  });

  const open: (() => Promise<void>)[] = [];
  afterEach(async () => {
    for (const close of open.splice(0).reverse()) await close();
  });

  async function proxy(): Promise<FaultyProxy> {
    const started = await FaultyProxy.start(etcd.address);
    open.push(() => started.stop());
    return started;
  }

  async function storageAt(servers: readonly string[], options?: Partial<EtcdStorageOptions>): Promise<EtcdStorage> {
    const storage = await openEtcd(servers, options);
    open.push(() => storage.close());
    for (const { key } of (await storage.list(prefix)).items) await storage.delete(key);
    return storage;
  }

  test("a watch continues after its connection broke, without a gap and without repetitions", async () => {
    const faulty = await proxy();
    const direct = await storageAt([`http://${etcd.address}`]);
    const storage = await storageAt([faulty.url]);
    const after = await storage.currentRevision();
    const watch = storage.watch(prefix, { after });
    const expected: number[] = [];
    const seen: number[] = [];
    for (let round = 0; round < 10; round++) {
      expected.push(await create(direct, `a${round}`));
      if (round % 3 === 1) seen.push(...(await collect(watch, 1)).map(({ revision }) => revision));
      faulty.breakAll();
      expected.push(await update(direct, `a${round}`, "2"), await remove(direct, `a${round}`));
    }
    seen.push(...(await collect(watch, expected.length - seen.length)).map(({ revision }) => revision));
    expect(seen).toEqual(expected);
  });

  test("a write that etcd executes but does not confirm in time is reported, and executed once", async () => {
    const faulty = await proxy();
    const direct = await storageAt([`http://${etcd.address}`]);
    const storage = await storageAt([faulty.url], { timeout: 700 });
    const before = await create(storage, "a", "1");
    faulty.pause();
    await expect(storage.update(`${prefix}a`, bytes("2"), before)).rejects.toThrow(UnconfirmedWriteError);
    faulty.resume();
    const { item } = await direct.get(`${prefix}a`);
    expect([item && text(item.value), item?.revision]).toEqual(["2", before + 1]);
    expect(await direct.currentRevision()).toBe(before + 1);
  });

  test("a write whose connection breaks is not repeated with another member", async () => {
    const [first, second] = [await proxy(), await proxy()];
    const direct = await storageAt([`http://${etcd.address}`]);
    const storage = await storageAt([first.url, second.url]);
    const before = await create(storage, "a", "1");
    for (const each of [first, second]) each.pause();
    const write = storage.update(`${prefix}a`, bytes("2"), before);
    const outcome = expect(write).rejects.toThrow(UnconfirmedWriteError);
    await eventually(async () => (await direct.currentRevision()) === before + 1);
    for (const each of [first, second]) {
      each.resume();
      each.breakAll();
    }
    await outcome;
    const { item, revision } = await storage.get(`${prefix}a`);
    expect([item && text(item.value), revision]).toEqual(["2", before + 1]);
  });

  test("without a connection, requests fail at once with the reason, and nothing is executed", async () => {
    const faulty = await FaultyProxy.start(etcd.address);
    const problems: (string | undefined)[] = [];
    const storage = await storageAt([faulty.url], { onConnection: (problem) => problems.push(problem) });
    const revision = await create(storage, "a");
    const { url } = faulty;
    await faulty.stop();
    // The first request may be sent before the end of the connection is known.
    await storage.currentRevision().catch(() => undefined);
    for (const request of [
      () => create(storage, "b"),
      () => storage.get(`${prefix}a`),
      () => storage.list(prefix),
      () => storage.delete(`${prefix}a`),
      () => storage.currentRevision(),
    ]) {
      const error: unknown = await request().catch((reason: unknown) => reason);
      expect(error).toBeInstanceOf(StorageConnectionError);
      expect((error as Error).message).toContain(url);
    }
    expect(problems.map((problem) => problem?.replace(/: .*/, ""))).toEqual(["no connection to etcd"]);
    const direct = await storageAt([`http://${etcd.address}`]);
    expect((await direct.get(`${prefix}b`)).item).toBeUndefined();
    expect(await direct.currentRevision()).toBeGreaterThanOrEqual(revision);
  });

  test("reads, writes and watches use another member when one is gone", async () => {
    const [first, second] = [await FaultyProxy.start(etcd.address), await proxy()];
    const storage = await storageAt([first.url, second.url]);
    const watch = storage.watch(prefix, { after: await storage.currentRevision() });
    await create(storage, "a");
    await first.stop();
    await eventually(() => create(storage, "b"));
    expect((await storage.list(prefix)).items.map(({ key }) => key)).toEqual([`${prefix}a`, `${prefix}b`]);
    expect((await collect(watch, 2)).map(({ key }) => key)).toEqual([`${prefix}a`, `${prefix}b`]);
  });

  test("a store that was replaced by an older one ends watches, and the cache loads its objects again", async () => {
    const other = await startAnyEtcd("--unsafe-no-fsync");
    open.push(() => other.stop());
    const faulty = await proxy();
    const storage = await storageAt([faulty.url]);
    const cache = await openWatchCache({ storage, prefix });
    open.push(() => cache.close());
    for (let index = 0; index < 20; index++)
      await create(cache, "old", String(index)).catch(() => update(cache, "old", "x"));
    await cache.list(prefix);
    const watch = storage.watch(prefix, { after: await storage.currentRevision() });
    await create(storage, "last");
    await collect(watch, 1);
    faulty.moveTo(other.address);
    const error = await endOf(watch);
    expect(error).toBeInstanceOf(StorageError);
    expect((error as Error).message).toMatch(/^the revision of etcd went back from \d+ to 1$/);
    await eventually(async () => {
      expect((await cache.list(prefix)).items).toEqual([]);
    });
    const revision = await create(cache, "new", "1");
    expect((await cache.list(prefix)).items.map(show)).toEqual([`new=1@${revision}`]);
  });

  test("a server that starts before etcd has its objects when etcd is there", async () => {
    const faulty = await FaultyProxy.start("127.0.0.1:1");
    open.push(() => faulty.stop());
    const direct = await storageAt([`http://${etcd.address}`]);
    await create(direct, "a");
    const storage = new EtcdStorage({
      servers: [faulty.url],
      tls: () => ({}),
      timeout: 1000,
      leaseReuse: 60,
      onVersions: () => undefined,
    });
    open.push(() => storage.close());
    await expect(storage.currentRevision()).rejects.toThrow(StorageConnectionError);
    const cache = openWatchCache({ storage, prefix });
    await new Promise((resolve) => setTimeout(resolve, 300));
    faulty.moveTo(etcd.address);
    const loaded = await cache;
    open.push(() => loaded.close());
    expect((await loaded.get(`${prefix}a`, { notOlderThan: 0 })).item?.key).toBe(`${prefix}a`);
  });

  test("objects that are too large for etcd are refused, and nothing is stored", async () => {
    const storage = await storageAt([`http://${etcd.address}`]);
    const large = Buffer.alloc(1_700_000, "a");
    await expect(storage.create(`${prefix}large`, large)).rejects.toThrow("request is too large");
    await expect(storage.create(`${prefix}larger`, Buffer.alloc(3_000_000))).rejects.toThrow("larger than max");
    expect((await storage.list(prefix)).items).toEqual([]);
  });
});

describe.skipIf(missing !== undefined)(`etcd with TLS ${missing ?? ""}`, () => {
  let own: EtcdCertificates;
  let other: EtcdCertificates;
  let etcd: PeerProcess;
  beforeAll(async () => {
    [own, other] = await Promise.all([makeCertificates(), makeCertificates()]);
    etcd = await startAnyEtcd(...tlsFlags(own));
  });
  afterAll(async () => {
    await etcd.stop();
    for (const { folder } of [own, other]) rmSync(folder, { recursive: true, force: true });
  });

  test("objects are stored with the certificates of etcd's authority", async () => {
    const storage = await openEtcd([`https://${etcd.address}`], { tls: () => ({ ca: own.ca, pair: own.client }) });
    const revision = await create(storage, "a", "1");
    expect((await storage.list(prefix)).items.map(show)).toEqual([`a=1@${revision}`]);
    await storage.close();
  });

  test.each([
    ["to another authority", () => ({ ca: other.ca, pair: own.client }), /certificate/],
    ["with the certificate of another authority", () => ({ ca: own.ca, pair: other.client }), /alert|ECONNRESET|EPIPE/],
    ["without a client certificate", () => ({ ca: own.ca }), /alert|ECONNRESET|EPIPE/],
  ])("a connection %s is refused with the reason", async (_, tls, reason) => {
    const storage = new EtcdStorage({
      servers: [`https://${etcd.address}`],
      tls,
      timeout: 5000,
      leaseReuse: 60,
      onVersions: () => undefined,
    });
    const error = (await storage.currentRevision().catch((thrown: unknown) => thrown)) as Error;
    await storage.close();
    expect(error).toBeInstanceOf(StorageConnectionError);
    expect(error.message).toMatch(reason);
  });
});
