import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { openEmbeddedStorage } from "../../../apiserver/storage/index.js";
import { textOf, toppings, type Json } from "../harness.js";
import { APIClient, itemsOf } from "./api-client.js";
import { ServerProcess } from "./built-server.js";
import { commandHere as command } from "./command-here.js";
import { noSmallDisk, smallDisk } from "./small-disk.js";
import { attemptOf, isDeletion, write, type Acknowledged } from "./writers.js";
import { eventually } from "../../eventually.js";

const writers = 8;

let folder = "";
const running: ServerProcess[] = [];
const clients: APIClient[] = [];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "apimachinery-backup-"));
});
afterEach(async () => {
  for (const client of clients.splice(0)) client.close();
  for (const server of running.splice(0)) {
    server.child.kill("SIGKILL");
    await server.ended();
  }
  rmSync(folder, { recursive: true, force: true });
});

const dataDir = () => join(folder, "data");
const file = () => join(folder, "backup");

async function serve(data = dataDir()): Promise<{ readonly server: ServerProcess; readonly connect: () => APIClient }> {
  const kubeconfig = join(folder, "kubeconfig");
  const server = new ServerProcess(
    "--bind-address=127.0.0.1",
    "--secure-port=0",
    `--data-dir=${data}`,
    `--write-kubeconfig=${kubeconfig}`,
  );
  running.push(server);
  const url = await server.serving();
  const connect = (): APIClient => {
    const client = new APIClient(url, kubeconfig);
    clients.push(client);
    return client;
  };
  return { server, connect };
}

/** Stores objects with a size of 100 KB. */
async function fill(objects: number): Promise<void> {
  const storage = await openEmbeddedStorage({ directory: join(dataDir(), "store") });
  const value = Buffer.alloc(100_000, "x");
  await Promise.all(Array.from({ length: objects }, (_, index) => storage.create(`/registry/x/${index}`, value)));
  await storage.close();
}

test("a backup during continuous writes contains all writes that were acknowledged before it, and no gaps", async () => {
  const { server, connect } = await serve();
  const attempts = new Map<string, number>();
  const acknowledged: Acknowledged[] = [];
  const writing = Array.from({ length: writers }, (_, writer) =>
    write(connect(), writer, attempts, (done) => acknowledged.push(done)),
  );
  while (acknowledged.length < 200) await sleep(20);
  const before = [...acknowledged];
  expect(await command("backup", "--data-dir", dataDir(), "--to", file())).toMatchObject({ code: 0, err: "" });
  const count = acknowledged.length;
  while (acknowledged.length < count + 200) await sleep(20);
  server.child.kill("SIGKILL");
  await Promise.all([server.ended(), ...writing]);

  const restored = join(folder, "restored");
  const { code, out } = await command("restore", `--from=${file()}`, `--data-dir=${restored}`);
  expect(code).toBe(0);
  const [, newest, after] = /at revision (\d+); new writes begin after revision (\d+)/.exec(out) ?? [];
  const revision = Number(newest);
  const client = (await serve(restored)).connect();
  const list = await client.send("GET", toppings);
  expect(textOf(list.json["metadata"]?.["resourceVersion"])).toBe(after);

  // The history has every revision, so the restored state is one prefix of all writes.
  const found = await historyOf(client, revision);
  expect(found.revisions).toEqual(Array.from({ length: revision - 1 }, (_, index) => index + 2));
  for (const { name, attempt, revision: written, isDeletion: wasDeletion } of before) {
    if (written !== undefined) expect(written, name).toBeLessThanOrEqual(revision);
    if (!wasDeletion) expect(found.attempts.get(name), name).toContain(attempt);
  }
  const items = new Map(itemsOf(list).map((item) => [textOf(item.metadata?.["name"]), item]));
  for (const [name, done] of new Map(before.map((write) => [write.name, write]))) {
    const item = items.get(name);
    if (item !== undefined) expect(attemptOf(item), name).toBeGreaterThanOrEqual(done.attempt);
    else expect(isDeletion(done.attempt) || (attempts.get(name) ?? 0) > done.attempt, name).toBe(true);
  }
  const lost = acknowledged.filter(({ revision: written }) => written !== undefined && written > revision);
  expect(lost.length).toBeGreaterThan(0);
});

interface History {
  readonly revisions: readonly number[];
  /** Numbers of the writes to each name that stored an object. */
  readonly attempts: ReadonlyMap<string, readonly number[]>;
}

/** Reads all events of the toppings from the first revision to the given one. */
async function historyOf(client: APIClient, last: number): Promise<History> {
  const revisions: number[] = [];
  const attempts = new Map<string, number[]>();
  await new Promise<void>((resolve) => {
    void client.watch(`${toppings}?watch=1&resourceVersion=1`, ({ type, object = {} }: Json) => {
      const revision = Number(textOf(object["metadata"]?.["resourceVersion"]));
      const name = textOf(object["metadata"]?.["name"]);
      revisions.push(revision);
      if (textOf(type) !== "DELETED") attempts.set(name, [...(attempts.get(name) ?? []), attemptOf(object)]);
      if (revision >= last) resolve();
    });
  });
  return { revisions, attempts };
}

describe("kill -9", () => {
  test("a killed backup leaves no file with the final name, and the next backup works", async () => {
    await fill(600);
    const child = new ServerProcess("backup", `--data-dir=${dataDir()}`, `--to=${file()}`);
    running.push(child);
    const part = `${file()}.${child.child.pid}.part`;
    await eventually(() => existsSync(part) && statSync(part).size > 0);
    child.child.kill("SIGKILL");
    await child.ended();
    expect(existsSync(file())).toBe(false);
    expect(await command("backup", `--data-dir=${dataDir()}`, `--to=${file()}`)).toMatchObject({ code: 0, err: "" });
  });

  test("a killed restore leaves no store, and the next restore works", async () => {
    await fill(600);
    expect((await command("backup", `--data-dir=${dataDir()}`, `--to=${file()}`)).code).toBe(0);
    const restored = join(folder, "restored");
    const child = new ServerProcess("restore", `--from=${file()}`, `--data-dir=${restored}`);
    running.push(child);
    await eventually(() => existsSync(join(restored, "restoring", "data.mdb")));
    child.child.kill("SIGKILL");
    await child.ended();
    expect(readdirSync(restored)).toEqual(["restoring"]);
    expect(await command("restore", `--from=${file()}`, `--data-dir=${restored}`)).toMatchObject({ code: 0, err: "" });
    expect(readdirSync(restored)).toEqual(["store"]);
  });
});
describe.skipIf(noSmallDisk !== undefined)(`full disks${noSmallDisk === undefined ? "" : `: ${noSmallDisk}`}`, () => {
  test("a backup and a restore on a full disk fail, and leave no file", async () => {
    const disk = smallDisk(6);
    try {
      await fill(100);
      const target = join(disk.path, "backup");
      const { code, err } = await command("backup", `--data-dir=${dataDir()}`, `--to=${target}`);
      expect(code).toBe(1);
      expect(err).toBe(`error: ${target} can't be written: ENOSPC: no space left on device, write\n`);
      expect(readdirSync(disk.path)).toEqual([]);

      expect((await command("backup", `--data-dir=${dataDir()}`, `--to=${file()}`)).code).toBe(0);
      const restored = await command("restore", `--from=${file()}`, `--data-dir=${disk.path}`);
      expect(restored.code).toBe(1);
      expect(restored.err).toContain("the disk is full");
      expect(readdirSync(disk.path)).toEqual([]);
    } finally {
      disk.remove();
    }
  });
});

describe("wrong inputs end with exit code 1 and a message", () => {
  test.each([
    [["backup"], "--to must be specified"],
    [["backup", "--data-dir=", "--to=x"], "--data-dir must be specified"],
    [["backup", "more", "--to=x"], 'unexpected argument: "more"'],
    [["restore"], "--from must be specified"],
    [["restore", "--fro=x"], "unknown flag: --fro (did you mean --from?)"],
    [["bakup", "--to=x"], 'unknown command: "bakup" (did you mean backup?)'],
    [["--v=2", "backup"], 'unexpected argument: "backup": a command must come first: pizza-apiserver backup [flags]'],
  ])("%s", async (args, message) => {
    const { code, out, err } = await command(...args);
    expect({ code, out }).toEqual({ code: 1, out: "" });
    expect(err).toContain(`error: ${message}\n`);
    expect(err).toMatch(/\nRun 'pizza-apiserver( \w+)? --help' for usage.\n$/);
  });

  test("a restore into the folder of a server, or into a folder with another file", async () => {
    await fill(1);
    expect((await command("backup", `--data-dir=${dataDir()}`, `--to=${file()}`)).code).toBe(0);
    const same = await command("restore", `--from=${file()}`, `--data-dir=${dataDir()}`);
    expect(same).toMatchObject({ code: 1, out: "" });
    expect(same.err).toContain("store is not empty: a restore creates a new store");
    const other = await command("restore", `--from=${file()}`, `--data-dir=${folder}`);
    expect(other.err).toContain(`--data-dir: ${folder} is not empty: it contains backup`);
  });

  test("the data file of a store is not a backup", async () => {
    await fill(1);
    const data = join(dataDir(), "store", "data.mdb");
    const { code, err } = await command("restore", `--from=${data}`, `--data-dir=${join(folder, "new")}`);
    expect({ code, err }).toEqual({ code: 1, err: `error: ${data} at byte 0: it is not a backup of this program\n` });
    expect(existsSync(join(folder, "new"))).toBe(false);
  });

  test("a backup to the data file, and of a store of a newer format", async () => {
    await fill(1);
    const store = join(dataDir(), "store");
    const before = readFileSync(join(store, "data.mdb"));
    const same = await command("backup", `--data-dir=${dataDir()}`, `--to=${join(store, "data.mdb")}`);
    expect(same.err).toContain("data.mdb exists already");
    expect(readFileSync(join(store, "data.mdb")).equals(before)).toBe(true);
    writeFileSync(join(store, "format"), "apimachinery-storage 99\n");
    const newer = await command("backup", `--data-dir=${dataDir()}`, `--to=${file()}`);
    expect(newer.err).toContain('it has the format "apimachinery-storage 99"');
    expect(existsSync(file())).toBe(false);
  });
});

test("the help lists the commands, and each command has a help", async () => {
  const { code, out } = await command("--help");
  expect(code).toBe(0);
  expect(out).toContain("Usage: pizza-apiserver [command] [flags]");
  expect(out).toMatch(/Commands:\n {2}backup .*\n {2}restore .*\n {2}migrate /);
  for (const name of ["backup", "restore", "migrate"]) {
    const help = await command(name, "--help");
    expect(help).toMatchObject({ code: 0, err: "" });
    expect(help.out).toContain(`Usage: pizza-apiserver ${name} [flags]`);
    expect(help.out).toContain("--data-dir <folder>");
  }
});
