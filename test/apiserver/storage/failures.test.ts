import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, cpSync, readFileSync, rmSync, truncateSync, utimesSync, writeFileSync } from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { DataDirectoryError, openEmbeddedStorage } from "../../../apiserver/storage/index.js";
import { Database } from "../../../apiserver/storage/embedded/database.js";
import { compileChildren } from "./compiled.js";
import { temporaryDirectories } from "./directories.js";

const compiled = compileChildren();
const directories = temporaryDirectories();
afterAll(() => {
  rmSync(compiled, { recursive: true, force: true });
  directories.remove();
});

interface Seen {
  readonly written?: number;
  readonly errors?: readonly { readonly name: string; readonly message: string }[];
  readonly items?: number;
  readonly revision?: number;
  readonly failed?: { readonly name: string; readonly message: string };
  readonly signal?: string;
}

/**
 * Runs the script children/use in a child process. `shell` is a shell command that runs before the
 * script, for example to set limits.
 */
async function use(args: readonly (string | number)[], shell = ""): Promise<Seen> {
  const command = [process.execPath, join(compiled, "use.js"), ...args].map((word) => `'${word}'`).join(" ");
  const child = spawn("sh", ["-c", `${shell} exec ${command}`], { stdio: ["ignore", "pipe", "ignore"] });
  let output = "";
  child.stdout.on("data", (chunk: Buffer) => (output += chunk.toString()));
  const signal = await new Promise<string | null>((resolve) =>
    child.on("close", (_code, with_) => {
      resolve(with_);
    }),
  );
  return signal === null ? (JSON.parse(output) as Seen) : { signal };
}

async function filled(objects: number): Promise<string> {
  const directory = directories.make();
  const storage = await openEmbeddedStorage({ directory });
  await Promise.all(
    Array.from({ length: objects }, (_, index) => storage.create(`/a/${index}`, Buffer.alloc(1000, "x"))),
  );
  await storage.close();
  return directory;
}

const failure = (directory: string): Promise<unknown> =>
  openEmbeddedStorage({ directory }).then(
    () => undefined,
    (error: unknown) => error,
  );

describe("the data directory", () => {
  test("the error for a directory in use names the process, and after its end the directory is free", async () => {
    const directory = await filled(10);
    const storage = await openEmbeddedStorage({ directory });
    expect((await use([directory])).failed).toEqual({
      name: "DirectoryInUseError",
      message: `data directory ${directory} is in use by process ${process.pid}. Stop it, or use another directory`,
    });
    expect(await failure(directory)).toBeInstanceOf(DataDirectoryError);
    await storage.create("/a/b", Buffer.from("x"));
    await storage.close();
    expect(await use([directory, 1])).toEqual({ written: 1, errors: [], items: 12, revision: 13 });
  });

  test("a directory of an owner on another machine is in use until its heartbeats stop", async () => {
    const directory = await filled(10);
    const heartbeat = join(directory, "heartbeat");
    const database = new Database(directory);
    database.transactionSync(() => {
      database.putMeta("owner", '{"host":"another","pid":1,"started":"5"}');
    });
    await database.close();
    writeFileSync(heartbeat, "");
    expect((await use([directory])).failed?.message).toBe(
      `data directory ${directory} is in use by process 1 on another. Stop it, or use another directory`,
    );
    const past = new Date(Date.now() - 60_000);
    utimesSync(heartbeat, past, past);
    expect((await use([directory])).items).toBe(10);
  });

  test.skipIf(process.platform !== "linux")(
    "a directory is free if its owner was killed and no process has collected its status",
    async () => {
      const directory = await filled(10);
      // The shell starts a child process, then replaces itself with a program that never collects
      // the child's exit status.
      const parent = spawn("sh", ["-c", "sleep 1000 & echo $!; exec sleep 1000"], {
        stdio: ["ignore", "pipe", "ignore"],
      });
      const [line] = (await once(parent.stdout, "data")) as [Buffer];
      const pid = Number(line.toString());
      const database = new Database(directory);
      database.transactionSync(() => {
        database.putMeta("owner", JSON.stringify({ host: hostname(), pid, started: "" }));
      });
      await database.close();
      expect(await failure(directory)).toBeInstanceOf(DataDirectoryError);
      process.kill(pid, "SIGKILL");
      while (!/\) Z /.test(readFileSync(`/proc/${pid}/stat`, "utf8")))
        await new Promise((resolve) => setTimeout(resolve, 5));
      await (await openEmbeddedStorage({ directory })).close();
      parent.kill("SIGKILL");
    },
  );

  test("a directory is free if another process has the process id of its owner", async () => {
    const directory = await filled(10);
    const database = new Database(directory);
    database.transactionSync(() => {
      database.putMeta("owner", JSON.stringify({ host: hostname(), pid: process.pid, started: "1" }));
    });
    await database.close();
    // Only Linux reports the start time of a process. On other systems, the store cannot detect the
    // reused process id, and the directory counts as owned.
    if (process.platform === "linux") expect((await use([directory])).items).toBe(10);
  });

  test("a directory that is not writable is an error", async () => {
    const directory = await filled(10);
    // The superuser could write even to this directory, so the child process runs as another user.
    const user = process.getuid?.() === 0 ? [65534] : [];
    chmodSync(directory, 0o555);
    const { failed } = await use([directory, 1, 10, ...user]);
    chmodSync(directory, 0o755);
    expect(failed?.name).toBe("DataDirectoryError");
    expect(failed?.message).toMatch(/^data directory .* can't be used: EACCES/);
    expect((await use([directory])).items).toBe(10);
  });

  test("a directory of another format is an error", async () => {
    const directory = await filled(1);
    writeFileSync(join(directory, "format"), "apimachinery-storage 99\n");
    expect(await failure(directory)).toBeInstanceOf(DataDirectoryError);
  });
});

describe("a full disk", () => {
  test("a failed write changes nothing, earlier writes stay, and reads continue", async () => {
    const directory = directories.make();
    // A limit on the size of files simulates a full disk. Both let a write end after a part of the
    // data.
    const seen = await use([directory, 1000, 20_000], "trap '' XFSZ; ulimit -f 4000;");
    expect(seen.errors?.map((error) => error.name)).toEqual([
      "StorageWriteError",
      "StorageWriteError",
      "StorageWriteError",
    ]);
    expect(seen.errors?.[0]?.message).toMatch(/^nothing was written to /);
    expect(seen.written).toBeGreaterThan(10);
    expect([seen.items, seen.revision]).toEqual([seen.written, (seen.written ?? 0) + 1]);
    const storage = await openEmbeddedStorage({ directory });
    expect((await storage.list("/")).items.length).toBe(seen.written);
    expect((await storage.create("/more", Buffer.from("x"))).revision).toBe((seen.written ?? 0) + 2);
    await storage.close();
  });
});

describe("a damaged file", () => {
  const pageSize = 16_384;
  const damages: Record<string, (file: string) => void> = {
    "cut off in the middle": (file) => {
      truncateSync(file, 40 * pageSize);
    },
    "only its first pages": (file) => {
      truncateSync(file, 2 * pageSize);
    },
    "not a whole page": (file) => {
      truncateSync(file, 1000);
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
  for (const [name, damage] of Object.entries(damages)) {
    test(`each start reports a clear error and does not change the file: ${name}`, async () => {
      const directory = await filled(1000);
      const file = join(directory, "data.mdb");
      damage(file);
      const before = name === "missing" ? undefined : readFileSync(file);
      for (let attempt = 0; attempt < 2; attempt++) {
        const { failed } = await use([directory]);
        expect(failed?.name).toBe("CorruptError");
        expect(failed?.message).toMatch(/^data directory .*data\.mdb is (damaged|empty|missing)/);
      }
      if (before !== undefined) expect(readFileSync(file).equals(before)).toBe(true);
    });
  }

  test("a changed byte of an object makes only that object unreadable", async () => {
    const directory = await filled(50);
    const file = join(directory, "data.mdb");
    const bytes = readFileSync(file);
    for (let at = bytes.indexOf("xxxxxxxx"); at >= 0; at = bytes.indexOf("xxxxxxxx", at + 1000)) bytes[at] = 0;
    writeFileSync(file, bytes);
    const storage = await openEmbeddedStorage({ directory });
    const { items } = await storage.list("/");
    expect(items.map(({ value, unreadable }) => [value.length, unreadable])).toEqual(
      items.map(({ revision }) => [0, `the record of revision ${revision} is damaged: its checksum is wrong`]),
    );
    expect(items.length).toBe(50);
    const { item } = await storage.get("/a/1");
    await storage.delete("/a/1", item?.revision);
    expect((await storage.list("/")).items.length).toBe(49);
    await storage.close();
  });

  test("damage that kills a process is an error with a message at the next start", async () => {
    const directory = await filled(1000);
    const file = join(directory, "data.mdb");
    const whole = readFileSync(file);
    let died = 0;
    let noticed = 0;
    for (let page = 2; page * pageSize < whole.length && died < 1; page += 5) {
      const bytes = Buffer.from(whole);
      bytes.fill(0xa5, page * pageSize, (page + 3) * pageSize);
      const copy = directories.make();
      cpSync(directory, copy, { recursive: true });
      writeFileSync(join(copy, "data.mdb"), bytes);
      const first = await use([copy]);
      if (first.signal !== undefined || first.failed !== undefined) noticed++;
      if (first.signal === undefined)
        expect(first.failed ?? { name: "CorruptError" }, JSON.stringify(first)).toMatchObject({ name: "CorruptError" });
      else {
        died++;
        expect((await use([copy])).failed?.name).toBe("CorruptError");
      }
    }
    // Some damaged pages make lmdb kill the process; which ones depends on lmdb. The run must
    // detect at least one damaged page.
    expect(noticed).toBeGreaterThan(0);
  });
});
