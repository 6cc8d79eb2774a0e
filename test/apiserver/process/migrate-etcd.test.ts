import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { openEmbeddedStorage, openEtcdStorage, type Storage } from "../../../apiserver/storage/index.js";
import type { PeerProcess } from "../../peers/peer-process.js";
import { textOf, toppings } from "../harness.js";
import { startAnyEtcd, whyNoEtcd } from "../../peers/etcd.js";
import { APIClient, itemsOf } from "./api-client.js";
import { identity, provider, writeConfiguration } from "../encryption/keys.js";
import { makeCertificates, tlsFlags } from "../storage/etcd/etcd-certificates.js";
import { ServerProcess } from "./built-server.js";
import { commandHere } from "./command-here.js";
import { noSmallDisk, smallDisk } from "./small-disk.js";

const missing = whyNoEtcd();
const initial = "/registry/pizza-apiserver.programming-kubernetes.info";
const folderOf = (prefix: string) => `${prefix}/restaurant.programming-kubernetes.info/toppings/`;

describe.skipIf(missing !== undefined)(`migration between the embedded store and etcd ${missing ?? ""}`, () => {
  let folder = "";
  let etcd: PeerProcess;
  const running: ServerProcess[] = [];
  let inEtcd: Storage;
  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), "apimachinery-migrate-"));
    etcd = await startAnyEtcd("--unsafe-no-fsync");
    inEtcd = await openEtcdStorage({
      servers: [`http://${etcd.address}`],
      tls: () => ({}),
      timeout: 300_000,
      leaseReuse: 60,
      onVersions: () => undefined,
    });
  });
  afterEach(async () => {
    for (const server of running.splice(0)) {
      server.child.kill("SIGKILL");
      await server.ended();
    }
    await inEtcd.close();
    await etcd.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  const data = () => join(folder, "data");

  function started(...args: readonly string[]): ServerProcess {
    const child = new ServerProcess(...args);
    running.push(child);
    return child;
  }

  const migrate = (...flags: readonly string[]) => commandHere(...command(...flags));

  function command(...flags: readonly string[]): readonly string[] {
    const fixed = ["--from", "embedded", "--to", "etcd3", "--data-dir", data()];
    return ["migrate", ...fixed, "--etcd-servers", `http://${etcd.address}`, ...flags];
  }

  async function fill(objects: number): Promise<ReadonlyMap<string, string>> {
    const storage = await openEmbeddedStorage({ directory: join(data(), "store") });
    const names = Array.from({ length: objects }, (_, index) => `t${String(index).padStart(5, "0")}`);
    await Promise.all(names.map((name) => storage.create(folderOf(initial) + name, Buffer.from(topping(name)))));
    await storage.close();
    return new Map(names.map((name) => [name, topping(name)]));
  }

  async function contentOf(prefix: string): Promise<ReadonlyMap<string, string>> {
    const { items } = await inEtcd.list(`${prefix}/`);
    return new Map(items.map(({ key, value }) => [key.slice(folderOf(prefix).length), Buffer.from(value).toString()]));
  }

  /** Returns the toppings in the embedded store of a data folder. */
  async function embeddedIn(dataDir: string): Promise<ReadonlyMap<string, string>> {
    const storage = await openEmbeddedStorage({ directory: join(dataDir, "store") });
    const { items } = await storage.list(folderOf(initial));
    await storage.close();
    return new Map(items.map(({ key, value }) => [key.slice(folderOf(initial).length), Buffer.from(value).toString()]));
  }

  function topping(name: string): string {
    const apiVersion = "restaurant.programming-kubernetes.info/v1alpha1";
    return `${JSON.stringify({ kind: "Topping", apiVersion, metadata: { name, uid: name }, spec: { cost: 1 } })}\n`;
  }

  test.each([
    ["the default prefix", initial, []],
    ["another prefix", "/registry", ["--etcd-prefix=/registry"]],
  ])("all objects are copied under %s, and a server with etcd serves them", async (_, prefix, flags) => {
    const stored = await fill(450);
    const result = await migrate(...flags);
    expect(result).toMatchObject({ code: 0, err: "" });
    expect(result.out).toContain(`450 objects copied from ${data()}/store to etcd at http://${etcd.address}`);
    expect(await contentOf(prefix)).toEqual(stored);
    const server = started(
      "--bind-address=127.0.0.1",
      "--secure-port=0",
      `--data-dir=${folder}/other`,
      `--write-kubeconfig=${folder}/kubeconfig`,
      `--etcd-servers=http://${etcd.address}`,
      ...flags,
    );
    const client = new APIClient(await server.serving(), `${folder}/kubeconfig`);
    const names = itemsOf(await client.send("GET", toppings)).map(({ metadata }) => textOf(metadata?.["name"]));
    client.close();
    expect(names).toEqual([...stored.keys()]);
  });

  test("a migration to an embedded store on a full disk fails, and can be repeated on a larger one", async ({
    skip,
  }) => {
    if (noSmallDisk !== undefined) skip(noSmallDisk);
    const name = (index: number) => `t${String(index).padStart(5, "0")}`;
    for (let index = 0; index < 600; index++)
      await inEtcd.create(folderOf(initial) + name(index), Buffer.from(`{"text":"${"x".repeat(12_000)}"}\n`));
    const source = [await contentOf(initial), await inEtcd.currentRevision()];
    const disk = smallDisk(6);
    const back = (dataDir: string) =>
      commandHere(
        "migrate",
        "--from=etcd3",
        "--to=embedded",
        `--data-dir=${dataDir}`,
        `--etcd-servers=http://${etcd.address}`,
      );
    try {
      const full = await back(join(disk.path, "data"));
      expect(full.code).toBe(1);
      expect(full.err).toMatch(/^error: nothing was written to \S+\/data\/store: the disk is full: .* are left\./);
      expect(full.out).toBe("");
      // The rest of the copy fits on the larger disk, and objects that exist are kept.
      cpSync(join(disk.path, "data"), data(), { recursive: true });
    } finally {
      disk.remove();
    }
    // Neither a server nor a backup regards the store as complete.
    for (const args of [
      ["--bind-address=127.0.0.1", "--secure-port=0", `--data-dir=${data()}`],
      ["backup", `--data-dir=${data()}`, `--to=${folder}/backup`],
    ]) {
      const refused = await commandHere(...args);
      expect(refused.code).toBe(1);
      expect(refused.err).toContain(`${data()}/store is incomplete: the command migrate has not copied all objects`);
    }
    const again = await back(data());
    expect(again).toMatchObject({ code: 0, err: "" });
    expect(again.out).toMatch(/^\d+ objects copied .*, \d+ existed before; all are equal\n$/);
    expect([await contentOf(initial), await inEtcd.currentRevision()]).toEqual(source);
    const copied = await openEmbeddedStorage({ directory: join(data(), "store") });
    expect((await copied.list(folderOf(initial))).items).toHaveLength(600);
    await copied.close();
  });

  test("a storage version migration that was killed can be repeated, and writes no object twice", async () => {
    const valueOf = (name: string) => JSON.parse(topping(name)) as object;
    const old = (name: string) => topping(name).replace(/}\n$/, ',"unknown":1}\n');
    for (let index = 0; index < 1000; index++)
      await inEtcd.create(`${folderOf(initial)}${index}`, Buffer.from(old(`${index}`)));
    const before = await inEtcd.currentRevision();
    const flags = ["migrate", "--storage-version", `--etcd-servers=http://${etcd.address}`];
    const killed = started(...flags);
    while ((await inEtcd.currentRevision()) === before) await sleep(1);
    killed.child.kill("SIGKILL");
    await killed.ended();
    const written = (await inEtcd.currentRevision()) - before;
    // Each object is the old one or the new one.
    const between = await contentOf(initial);
    expect(between.size).toBe(1000);
    for (const [name, text] of between) {
      expect(JSON.parse(text)).toMatchObject(valueOf(name));
      if (text.includes("unknown")) expect(text).toBe(old(name));
    }
    const again = await commandHere(...flags);
    expect(again).toMatchObject({ code: 0, err: "" });
    expect(again.out).toContain(`\n${1000 - written} objects written again\n`);
    for (const [name, text] of await contentOf(initial)) {
      expect(JSON.parse(text)).toMatchObject(valueOf(name));
      expect(text).not.toContain("unknown");
    }
    expect(await inEtcd.currentRevision()).toBe(before + 1000);
  });

  test("migrations to and from an etcd that requires client certificates use the flags of TLS", async () => {
    const stored = await fill(10);
    const certificates = await makeCertificates();
    const secure = await startAnyEtcd("--unsafe-no-fsync", ...tlsFlags(certificates));
    try {
      const servers = `--etcd-servers=https://${secure.address}`;
      const flags = ["migrate", "--from=embedded", "--to=etcd3", `--data-dir=${data()}`, servers];
      const ca = `--etcd-cafile=${certificates.folder}/ca.crt`;
      const without = await commandHere(...flags, ca);
      expect(without.code).toBe(1);
      expect(without.err).toMatch(/^error: --etcd-servers: no connection to etcd: /m);
      const pair = ["crt", "key"].map(
        (end) => `--etcd-${end === "crt" ? "cert" : "key"}file=${certificates.folder}/client.${end}`,
      );
      const child = await commandHere(...flags, ca, ...pair);
      expect(child).toMatchObject({ code: 0, err: "" });
      expect(child.out).toContain(`${stored.size} objects copied`);
      const back = ["migrate", "--from=etcd3", "--to=embedded", `--data-dir=${folder}/back`, servers, ca];
      expect((await commandHere(...back)).code).toBe(1);
      const returned = await commandHere(...back, ...pair);
      expect(returned).toMatchObject({ code: 0, err: "" });
      expect(await embeddedIn(join(folder, "back"))).toEqual(stored);
    } finally {
      await secure.stop();
      rmSync(certificates.folder, { recursive: true, force: true });
    }
  });

  test("with the configuration of the encryption, objects are encrypted for their new keys", async () => {
    const stored = await fill(3);
    const file = join(folder, "encryption.yaml");
    writeConfiguration(file, [provider("aesgcm", "one"), identity], "*.*");
    const [config, prefix] = [`--encryption-provider-config=${file}`, "/registry/renamed"];
    expect(await migrate(config, `--etcd-prefix=${prefix}`)).toMatchObject({ code: 0, err: "" });
    const again = await migrate(config, `--etcd-prefix=${prefix}`);
    expect(again.out).toContain("3 existed before");
    for (const text of (await contentOf(prefix)).values()) expect(text).toMatch(/^k8s:enc:aesgcm:v1:one:/);
    const back = (...flags: readonly string[]) =>
      commandHere(
        "migrate",
        "--from=etcd3",
        "--to=embedded",
        `--data-dir=${folder}/back`,
        `--etcd-servers=http://${etcd.address}`,
        `--etcd-prefix=${prefix}`,
        ...flags,
      );
    const without = await back();
    expect(without.code).toBe(1);
    expect(without.err).toContain("Set --encryption-provider-config to the configuration of the server");
    // The configuration decrypts the objects, because identity is its first provider.
    writeConfiguration(file, [identity, provider("aesgcm", "one")], "*.*");
    const plain = await back(config);
    expect(plain).toMatchObject({ code: 0, err: "" });
    const storage = await openEmbeddedStorage({ directory: join(folder, "back", "store") });
    const { items } = await storage.list(folderOf(prefix));
    await storage.close();
    expect(items.map(({ value }) => Buffer.from(value).toString())).toEqual([...stored.values()]);
  });

  test("objects in etcd are encrypted by a storage version migration", async () => {
    await inEtcd.create(`${folderOf(initial)}a`, Buffer.from(topping("a")));
    const file = join(folder, "encryption.yaml");
    writeConfiguration(file, [provider("secretbox", "one"), identity], "*.*");
    const flags = [`--etcd-servers=http://${etcd.address}`, `--encryption-provider-config=${file}`];
    for (const count of [1, 0]) {
      const child = await commandHere("migrate", "--storage-version", ...flags);
      expect(child).toMatchObject({ code: 0, err: "" });
      expect(child.out).toContain(`\n${count} objects written again\n`);
      expect((await contentOf(initial)).get("a")).toMatch(/^k8s:enc:secretbox:v1:one:/);
    }
  });

  test("a migration that was killed can be repeated", async () => {
    const stored = await fill(3000);
    const child = started(...command());
    while ((await inEtcd.list(`${initial}/`, { limit: 1 })).items.length === 0) await sleep(1);
    child.child.kill("SIGKILL");
    await child.ended();
    const { code, out, err } = await migrate();
    expect({ code, err }).toEqual({ code: 0, err: "" });
    expect(out).toMatch(/ existed before; all are equal\n$/);
    expect(await contentOf(initial)).toEqual(stored);
  });

  test("objects in etcd are copied to a new embedded store", async () => {
    const stored = await fill(3);
    expect((await migrate()).code).toBe(0);
    const back = await commandHere(
      "migrate",
      "--from=etcd3",
      "--to=embedded",
      `--data-dir=${folder}/back`,
      `--etcd-servers=http://${etcd.address}`,
    );
    expect(back.code).toBe(0);
    const storage = await openEmbeddedStorage({ directory: join(folder, "back", "store") });
    const { items } = await storage.list(folderOf(initial));
    await storage.close();
    expect(items.map(({ value }) => Buffer.from(value).toString())).toEqual([...stored.values()]);
  });

  test("a target with another object and a running server are errors", async () => {
    await fill(1);
    await inEtcd.create(`${folderOf(initial)}other`, Buffer.from("{}\n"));
    const other = await migrate();
    expect(other.code).toBe(1);
    expect(other.err).toContain(`has the object ${folderOf(initial)}other, which ${data()}/store does not have`);
    const server = started("--bind-address=127.0.0.1", "--secure-port=0", `--data-dir=${data()}`);
    await server.serving();
    const used = await migrate();
    expect(used.code).toBe(1);
    expect(used.err).toContain(`is in use by process ${server.child.pid}`);
  });

  test("objects in etcd are written again in the storage version", async () => {
    await inEtcd.create(`${folderOf(initial)}a`, Buffer.from(topping("a").replace(/}\n$/, ',"unknown":1}\n')));
    const child = await commandHere("migrate", "--storage-version", `--etcd-servers=http://${etcd.address}`);
    expect(child.code).toBe(0);
    expect(child.out).toContain("\n1 objects written again\n");
    expect((await contentOf(initial)).get("a")).not.toContain("unknown");
  });
});

test("a migration to an etcd that does not answer is an error", async () => {
  const folder = mkdtempSync(join(tmpdir(), "apimachinery-migrate-"));
  try {
    await (await openEmbeddedStorage({ directory: join(folder, "store") })).close();
    const flags = ["--from=embedded", "--to=etcd3", `--data-dir=${folder}`, "--etcd-servers=http://127.0.0.1:1"];
    const child = await commandHere("migrate", ...flags);
    expect(child.code).toBe(1);
    expect(child.err).toMatch(/^error: --etcd-servers: /m);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
