import { MemoryStorage, type AdmissionPlugin } from "@apimachinery/apiserver";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openEmbeddedStorage, openWatchCache, type Storage } from "../../apiserver/storage/index.js";
import { startAnyEtcd, whyNoEtcd } from "../peers/etcd.js";
import type { PeerProcess } from "../peers/peer-process.js";
import { InProcessServer, pizza, pizzas } from "./harness.js";
import { temporaryDirectories } from "./storage/directories.js";
import { openEtcd } from "./storage/etcd/etcd-stores.js";

/** Storage that other servers can write to, so that the cache of this server can be outdated. */
class SharedMemory extends MemoryStorage {
  override readonly isExclusive: boolean = false;
}

const withoutEtcd = whyNoEtcd();
const directories = temporaryDirectories();
const opened: Storage[] = [];
let etcd: PeerProcess | undefined;

beforeAll(async () => {
  if (withoutEtcd === undefined) etcd = await startAnyEtcd("--unsafe-no-fsync");
});
afterAll(async () => {
  for (const storage of opened.splice(0)) await storage.close();
  await etcd?.stop();
  directories.remove();
});

async function cached(storage: Storage): Promise<Storage> {
  opened.push(storage);
  const cache = await openWatchCache({ storage, prefix: "/registry/", timeout: 1000 });
  await cache.ready();
  return cache;
}

const storages: Readonly<Record<string, () => Promise<Storage>>> = {
  memory: () => Promise.resolve(new MemoryStorage()),
  embedded: () => openEmbeddedStorage({ directory: directories.make() }),
  "a shared storage with a watch cache": () => cached(new SharedMemory()),
};

async function openCachedEtcd(): Promise<Storage> {
  return cached(await openEtcd([`http://${etcd?.address ?? ""}`]));
}

interface Counted {
  readonly server: InProcessServer;
  /** Returns the phases in which the plugin was called since the last call of this function. */
  readonly calls: () => readonly string[];
}

async function counted(open: () => Promise<Storage>): Promise<Counted> {
  const seen: string[] = [];
  const note = (phase: string) => () => {
    seen.push(phase);
    return Promise.resolve();
  };
  const plugin: AdmissionPlugin = {
    name: "Counter",
    handles: () => true,
    admit: note("admit"),
    validate: note("validate"),
  };
  const server = new InProcessServer({ storage: await open(), admission: [plugin] });
  return { server, calls: () => seen.splice(0) };
}

const apply = { apiVersion: "restaurant.programming-kubernetes.info/v1beta1", kind: "Pizza" };

function laws(open: () => Promise<Storage>): void {
  test("a write that changes nothing calls each plugin once", async () => {
    const { server, calls } = await counted(open);
    const made = await server.post(pizzas, pizza("a", "tomato"));
    const applied = { ...apply, metadata: { name: "a", labels: { applied: "yes" } } };
    const applying = () =>
      server.send("PATCH", `${pizzas}/a?fieldManager=test`, {
        body: applied,
        headers: { "content-type": "application/apply-patch+yaml" },
      });
    await applying();
    const { json: stored } = await server.get(`${pizzas}/a`);
    const writes = {
      put: () => server.put(`${pizzas}/a`, stored),
      patch: () => server.patch(`${pizzas}/a`, "merge-patch", {}),
      apply: applying,
      "dry run": () => server.put(`${pizzas}/a?dryRun=All`, stored),
    };
    calls();
    for (const [name, write] of Object.entries(writes)) {
      const { status, json } = await write();
      expect([name, status, json["metadata"]?.["resourceVersion"], calls()]).toEqual([
        name,
        200,
        stored["metadata"]?.["resourceVersion"],
        ["admit", "validate"],
      ]);
    }
    expect(made.status).toBe(201);
  });

  test("a deletion that waits for finalizers already calls each plugin once", async () => {
    const { server, calls } = await counted(open);
    await server.post(pizzas, { ...pizza("b", "tomato"), metadata: { name: "b", finalizers: ["example.com/a"] } });
    await server.delete(`${pizzas}/b`);
    calls();
    expect((await server.delete(`${pizzas}/b`)).status).toBe(200);
    expect(calls()).toEqual(["admit", "validate"]);
  });
}

describe.each(Object.entries(storages))("%s", (_, open) => {
  laws(open);
});

describe.skipIf(withoutEtcd !== undefined)(`etcd ${withoutEtcd ?? ""}`, () => {
  laws(openCachedEtcd);
});
