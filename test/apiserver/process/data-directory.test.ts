import { mkdtempSync, readFileSync, rmSync, statfsSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { textOf, toppings } from "../harness.js";
import { APIClient, itemsOf } from "./api-client.js";
import { ServerProcess } from "./built-server.js";
import { noSmallDisk, smallDisk } from "./small-disk.js";

let folder = "";
const running: ServerProcess[] = [];
const clients: APIClient[] = [];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "apimachinery-data-"));
});
afterEach(async () => {
  for (const client of clients.splice(0)) client.close();
  for (const server of running.splice(0)) {
    server.child.kill("SIGKILL");
    await server.ended();
  }
  rmSync(folder, { recursive: true, force: true });
});

function run(dataDir: string): ServerProcess {
  const server = new ServerProcess(
    "--bind-address=127.0.0.1",
    "--secure-port=0",
    `--data-dir=${dataDir}`,
    `--write-kubeconfig=${join(folder, "kubeconfig")}`,
  );
  running.push(server);
  return server;
}

async function connected(server: ServerProcess): Promise<APIClient> {
  const client = new APIClient(await server.serving(), join(folder, "kubeconfig"));
  clients.push(client);
  return client;
}

async function stop(server: ServerProcess): Promise<void> {
  for (const client of clients.splice(0)) client.close();
  server.child.kill("SIGTERM");
  expect(await server.ended()).toBe(0);
}

function topping(name: string, bytes = 10): object {
  return { metadata: { name, annotations: { filler: "x".repeat(bytes) } }, spec: { cost: 1 } };
}

async function namesOf(client: APIClient): Promise<readonly string[]> {
  return itemsOf(await client.send("GET", toppings)).map(({ metadata }) => textOf(metadata?.["name"]));
}

describe("a data directory that cannot be used ends the process with a message", () => {
  test("the message for a directory in use names the other process, which continues", async () => {
    const first = run(folder);
    const client = await connected(first);
    const second = run(folder);
    expect(await second.ended()).toBe(1);
    expect(second.err).toContain(
      `data directory ${join(folder, "store")} is in use by process ${first.child.pid}. Stop it, or use another directory`,
    );
    expect((await client.send("POST", toppings, topping("a"))).status).toBe(201);
  });

  const damages: Record<string, (file: string) => void> = {
    truncated: (file) => {
      truncateSync(file, 2 * 16_384);
    },
    empty: (file) => {
      truncateSync(file, 0);
    },
    missing: (file) => {
      rmSync(file);
    },
    "another file": (file) => {
      writeFileSync(file, "hello ".repeat(20_000));
    },
  };
  test.each(Object.entries(damages))(
    "a start with a data.mdb that is %s does not change the file",
    async (name, damage) => {
      const first = run(folder);
      const client = await connected(first);
      for (let count = 0; count < 20; count++) await client.send("POST", toppings, topping(`t${count}`, 5000));
      await stop(first);
      const file = join(folder, "store/data.mdb");
      damage(file);
      const before = name === "missing" ? undefined : readFileSync(file);
      const second = run(folder);
      expect(await second.ended()).toBe(1);
      expect(second.err).toMatch(/data directory .*data\.mdb is (damaged|empty|missing)/);
      expect(second.out).not.toContain("serving");
      if (before !== undefined) expect(readFileSync(file).equals(before)).toBe(true);
    },
  );

  test.skipIf(noSmallDisk !== undefined)(
    `the message for a read-only directory names it${noSmallDisk === undefined ? "" : ` (skipped: ${noSmallDisk})`}`,
    async () => {
      const disk = smallDisk(24);
      try {
        const first = run(disk.path);
        await (await connected(first)).send("POST", toppings, topping("a"));
        await stop(first);
        disk.readOnly();
        const second = run(disk.path);
        expect(await second.ended()).toBe(1);
        expect(second.err).toMatch(/data directory .* can't be used: EROFS/);
      } finally {
        disk.remove();
      }
    },
  );
});

describe(`a disk that is full at the start${noSmallDisk === undefined ? "" : ` (skipped: ${noSmallDisk})`}`, () => {
  /** Fills a disk, apart from some kilobytes. */
  function fill(path: string, left: number): string {
    const ballast = join(path, "ballast");
    const { bavail, bsize } = statfsSync(path);
    writeFileSync(ballast, Buffer.alloc(bavail * bsize - left * 1024));
    return ballast;
  }

  test.skipIf(noSmallDisk !== undefined).each([0, 4, 8, 16, 64, 512])(
    "with %i KiB left, a new store is refused with a message, and created after space was freed",
    async (left) => {
      const disk = smallDisk(8);
      try {
        // The certificates are on the disk already, so that only the store needs space.
        const other = run(disk.path);
        await connected(other);
        await stop(other);
        rmSync(join(disk.path, "store"), { recursive: true });
        const ballast = fill(disk.path, left);
        const refused = run(disk.path);
        expect([await refused.ended(), refused.err]).toEqual([
          1,
          expect.stringMatching(
            /data directory \S+store can't be used: the disk is full: \d+ bytes are left, and a store needs 1048576\. Free some space/,
          ),
        ]);
        rmSync(ballast);
        await (await connected(run(disk.path))).send("POST", toppings, topping("a"));
      } finally {
        for (const server of running) server.child.kill("SIGKILL");
        disk.remove();
      }
    },
  );

  test.skipIf(noSmallDisk !== undefined)(
    "an existing store is refused with a message, also without its lock file, and starts after space was freed",
    async () => {
      const disk = smallDisk(8);
      try {
        const first = run(disk.path);
        await (await connected(first)).send("POST", toppings, topping("a"));
        await stop(first);
        const ballast = fill(disk.path, 0);
        const refused = async () => {
          const server = run(disk.path);
          expect(await server.ended()).toBe(1);
          expect(server.err).toMatch(/can't be used: the disk is full: \d+ bytes are left/);
        };
        await refused();
        rmSync(join(disk.path, "store/lock.mdb"));
        writeFileSync(ballast, Buffer.alloc(16_384), { flag: "a" });
        await refused();
        rmSync(ballast);
        expect(await namesOf(await connected(run(disk.path)))).toEqual(["a"]);
      } finally {
        for (const server of running) server.child.kill("SIGKILL");
        disk.remove();
      }
    },
  );
});

test.skipIf(noSmallDisk !== undefined)(
  `a full disk refuses writes but not reads, and accepts writes when it has free space again${noSmallDisk === undefined ? "" : ` (skipped: ${noSmallDisk})`}`,
  async () => {
    const disk = smallDisk(24);
    const ballast = join(disk.path, "ballast");
    try {
      writeFileSync(ballast, Buffer.alloc(8 << 20));
      const server = run(disk.path);
      const client = await connected(server);
      const received: string[] = [];
      void client.watch(`${toppings}?watch=1`, ({ object }) => received.push(textOf(object?.["metadata"]?.["name"])));

      const written: string[] = [];
      let response = await client.send("POST", toppings, topping("t0", 200_000));
      while (response.status === 201) {
        written.push(`t${written.length}`);
        response = await client.send("POST", toppings, topping(`t${written.length}`, 200_000));
      }
      expect(written.length).toBeGreaterThan(5);
      expect(response.status).toBe(500);
      expect(response.json).toMatchObject({ kind: "Status", reason: "InternalError" });
      expect(response.json["message"]).toBe(
        "Internal error occurred: nothing was written: the disk of the server is full",
      );
      expect(server.err).toMatch(
        /an internal error serving POST .*nothing was written to .*: the disk is full: \d+ bytes are left/s,
      );
      // Every line of the server's log begins with a level and a time. Other lines would come from
      // lmdb itself.
      const foreign = server.err.split("\n").filter((line) => !/^([EIW]\d{4} |serving on |\s|$)/.test(line));
      expect(foreign).toEqual([]);

      expect([...(await namesOf(client))].sort()).toEqual([...written].sort());
      expect((await client.send("GET", `${toppings}/t0`)).status).toBe(200);
      rmSync(ballast);
      expect((await client.send("POST", toppings, topping("more", 200_000))).status).toBe(201);
      written.push("more");
      while (received.length < written.length) await new Promise((resolve) => setTimeout(resolve, 20));
      expect(received).toEqual(written);

      await stop(server);
      expect([...(await namesOf(await connected(run(disk.path))))].sort()).toEqual([...written].sort());
    } finally {
      for (const server of running) server.child.kill("SIGKILL");
      disk.remove();
    }
  },
);
