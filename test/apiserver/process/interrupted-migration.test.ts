import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { openEmbeddedStorage, openEtcdStorage } from "../../../apiserver/storage/index.js";
import type { PeerProcess } from "../../peers/peer-process.js";
import { startAnyEtcd, whyNoEtcd } from "../../peers/etcd.js";
import { ServerProcess } from "./built-server.js";
import { commandHere } from "./command-here.js";

/** @file Migrations that end by kill -9 at any time. */

const prefix = "/registry/pizza-apiserver.programming-kubernetes.info/restaurant.programming-kubernetes.info/toppings/";
const objects = 1000;
const names = Array.from({ length: objects }, (_, index) => `t${String(index).padStart(5, "0")}`);

let folder = "";
const running: ServerProcess[] = [];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "apimachinery-interrupted-"));
});
afterEach(async () => {
  for (const child of running.splice(0)) {
    child.child.kill("SIGKILL");
    await child.ended();
  }
  rmSync(folder, { recursive: true, force: true });
});

function started(...args: readonly string[]): ServerProcess {
  const child = new ServerProcess(...args);
  running.push(child);
  return child;
}

const data = () => join(folder, "data");
const store = () => join(data(), "store");

/** Returns a stored topping. The old form has a field that the current version does not have. */
function topping(name: string, more: object = {}): string {
  const apiVersion = "restaurant.programming-kubernetes.info/v1alpha1";
  return `${JSON.stringify({ kind: "Topping", apiVersion, metadata: { name, uid: name }, spec: { cost: 1 }, ...more })}\n`;
}
const old = (name: string) => topping(name, { unknown: 1 });

async function storedTexts(acceptsIncomplete = false): Promise<ReadonlyMap<string, string>> {
  const storage = await openEmbeddedStorage({ directory: store(), acceptsIncomplete });
  const { items } = await storage.list(prefix);
  await storage.close();
  return new Map(items.map(({ key, value }) => [key.slice(prefix.length), Buffer.from(value).toString()]));
}

test("a storage version migration of an embedded store that is killed loses no object and writes none in part", async () => {
  const storage = await openEmbeddedStorage({ directory: store() });
  await Promise.all(names.map((name) => storage.create(prefix + name, Buffer.from(old(name)))));
  await storage.close();
  const command = ["migrate", "--storage-version", `--data-dir=${data()}`];
  const left: number[] = [objects];
  // Each run continues for longer, so that the kills meet different objects.
  for (let run = 0; left.at(-1) !== 0; run++) {
    const child = started(...command);
    const ended = child.ended();
    while (!child.out.includes("OBJECTS") && child.child.exitCode === null) await sleep(1);
    await Promise.race([ended, sleep(run * run * 10)]);
    child.child.kill("SIGKILL");
    await ended;
    const texts = await storedTexts();
    expect([...texts.keys()]).toEqual(names);
    const remaining = names.filter((name) => texts.get(name) === old(name));
    left.push(remaining.length);
    for (const [name, text] of texts) {
      expect(JSON.parse(text)).toMatchObject({ metadata: { name, uid: name }, spec: { cost: 1 } });
      if (text !== old(name)) expect(text).not.toContain("unknown");
    }
  }
  // No run makes an object old again, and at least one run was killed between two objects.
  expect(left.toSorted((a, b) => b - a)).toEqual(left);
  expect(left.some((count) => count > 0 && count < objects)).toBe(true);
  const last = await commandHere(...command);
  expect(last).toMatchObject({ code: 0, err: "" });
  expect(last.out).toContain("\n0 objects written again\n");
});

const missing = whyNoEtcd();

describe.skipIf(missing !== undefined)(`a migration from etcd ${missing ?? ""}`, () => {
  let etcd: PeerProcess;
  beforeEach(async () => {
    etcd = await startAnyEtcd("--unsafe-no-fsync");
  });
  afterEach(() => etcd.stop());

  test("an embedded store that is not complete is refused until the migration was repeated", async () => {
    const servers = [`http://${etcd.address}`];
    const options = { servers, tls: () => ({}), timeout: 300_000, leaseReuse: 60, onVersions: () => undefined };
    const inEtcd = await openEtcdStorage(options);
    for (let from = 0; from < objects; from += 200)
      await Promise.all(
        names.slice(from, from + 200).map((name) => inEtcd.create(prefix + name, Buffer.from(topping(name)))),
      );
    await inEtcd.close();
    const command = [
      "migrate",
      "--from=etcd3",
      "--to=embedded",
      `--data-dir=${data()}`,
      `--etcd-servers=${servers[0]}`,
    ];
    const child = started(...command);
    while (!existsSync(join(store(), "incomplete")) && child.child.exitCode === null) await sleep(1);
    child.child.kill("SIGKILL");
    expect(await child.ended()).toBe(null);
    expect((await storedTexts(true)).size).toBeLessThan(objects);
    const message = `error: data directory ${store()} is incomplete: the command migrate has not copied all objects to it. Run the command again, or remove the folder and the objects in it\n`;
    for (const refused of [
      ["--bind-address=127.0.0.1", "--secure-port=0", `--data-dir=${data()}`],
      ["backup", `--data-dir=${data()}`, `--to=${folder}/backup`],
      ["migrate", "--storage-version", `--data-dir=${data()}`],
      ["migrate", "--from=embedded", "--to=etcd3", `--data-dir=${data()}`, `--etcd-servers=${servers[0]}`],
    ]) {
      expect(await commandHere(...refused)).toEqual({ code: 1, out: "", err: message });
    }
    expect(await commandHere(...command)).toMatchObject({ code: 0, err: "" });
    expect(await storedTexts()).toEqual(new Map(names.map((name) => [name, topping(name)])));
  });
});
