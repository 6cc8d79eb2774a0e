import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { ConnectionOptions } from "node:tls";
import { afterEach, expect, test } from "vitest";
import { credentials } from "../../bench/server/requests.js";
import { ServerProcess } from "./built-server.js";
import { create, list, watchAll, Watcher } from "./watchers.js";

const overHTTP2 = 9000;
const overHTTP1 = 1000;

const directory = mkdtempSync(join(tmpdir(), "many-watchers-"));
const servers: ServerProcess[] = [];

afterEach(async () => {
  for (const server of servers.splice(0)) {
    server.child.kill("SIGKILL");
    await server.ended();
  }
  rmSync(directory, { recursive: true, force: true });
});

async function start(): Promise<ConnectionOptions> {
  const kubeconfig = join(directory, "kubeconfig");
  const server = new ServerProcess(
    "--bind-address=127.0.0.1",
    "--secure-port=0",
    `--data-dir=${directory}`,
    `--write-kubeconfig=${kubeconfig}`,
  );
  servers.push(server);
  const { port } = new URL(await server.serving());
  return { host: "127.0.0.1", port: Number(port), servername: "localhost", ...credentials(kubeconfig) };
}

test("10,000 watchers get all events once, and list and resume without a gap after the server was killed", async () => {
  const first = await start();
  const from = await list(first);
  const watchers = Array.from({ length: overHTTP2 + overHTTP1 }, () => new Watcher());
  const written: string[] = [];
  const arrived = () =>
    expect.poll(() => watchers.filter(({ versions }) => versions.length < written.length).length).toBe(0);

  await watchAll(first, watchers, { overHTTP2, from });
  for (const name of ["a", "b", "c"]) written.push(await create(first, name));
  await arrived();

  servers[0]?.child.kill("SIGKILL");
  await servers[0]?.ended();
  const second = await start();
  written.push(await create(second, "before"));
  const lists = await watchAll(second, watchers, { overHTTP2, from, relists: true });
  await expect.poll(lists).toBe(overHTTP2);
  written.push(await create(second, "after"));
  await arrived();
  const expected = written.join(" ");
  expect(watchers.filter(({ versions }) => versions.join(" ") !== expected)).toEqual([]);
});
