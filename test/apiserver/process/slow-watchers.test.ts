import { execFileSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { connect, type ClientHttp2Session, type ClientHttp2Stream } from "node:http2";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { ConnectionOptions } from "node:tls";
import { afterEach, beforeEach, expect, test } from "vitest";
import { credentials } from "../../bench/server/requests.js";
import { ServerProcess } from "./built-server.js";
import { ask, create, list, path, watchAll, Watcher } from "./watchers.js";

const overHTTP2 = 8900;
const overHTTP1 = 1000;
const slow = 100;
/** Large objects are events of the slow watchers only. */
const large = 600;
const largeBytes = 15_000;
/** The large events of one watcher, in MiB. */
const unread = (large * largeBytes) / 1024 ** 2;

let folder = "";
let server: ServerProcess | undefined;
const sessions: ClientHttp2Session[] = [];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "slow-watchers-"));
});
afterEach(async () => {
  for (const session of sessions.splice(0)) session.destroy();
  server?.child.kill("SIGKILL");
  await server?.ended();
  rmSync(folder, { recursive: true, force: true });
});

/** On SIGUSR2, moves the clock on by the time for which the server holds events in memory. */
const clock = `
  const { now } = Date;
  let moved = 0;
  Date.now = () => now() + moved;
  process.on("SIGUSR2", () => (moved += 75_000));
`;

/** Pizza server in a separate process whose clock can be moved on. */
class ServerWithClock extends ServerProcess {
  protected override get nodeFlags(): readonly string[] {
    return ["--import", `data:text/javascript,${encodeURIComponent(clock)}`];
  }
}

/** Starts a server that holds old events in memory for their time only. */
async function start(): Promise<ConnectionOptions> {
  const kubeconfig = join(folder, "kubeconfig");
  server = new ServerWithClock(
    "--bind-address=127.0.0.1",
    "--secure-port=0",
    `--data-dir=${folder}/data`,
    `--write-kubeconfig=${kubeconfig}`,
    "--default-watch-cache-size=1",
  );
  const { port } = new URL(await server.serving());
  return { host: "127.0.0.1", port: Number(port), servername: "localhost", ...credentials(kubeconfig) };
}

/** Opens watches whose clients accept 1000 bytes, and read nothing. */
async function openSlow(tls: ConnectionOptions, from: string): Promise<readonly ClientHttp2Stream[]> {
  const opened: ClientHttp2Stream[] = [];
  const responses: Promise<unknown[]>[] = [];
  for (let at = 0; at < slow; at += 20) {
    const url = `https://localhost:${tls.port}`;
    const session = connect(url, { ...tls, settings: { initialWindowSize: 1000 } });
    session.on("error", () => undefined);
    sessions.push(session);
    for (let index = 0; index < 20; index++) {
      const stream = session.request({ ":path": `${path}?watch=1&resourceVersion=${from}` });
      stream.on("error", () => undefined);
      responses.push(once(stream, "response"));
      opened.push(stream);
    }
  }
  for (const [headers] of await Promise.all(responses)) expect(headers).toMatchObject({ ":status": 200 });
  return opened;
}

/** Memory of the server process in MiB. */
function memory(): number {
  const pid = String(server?.child.pid);
  if (process.platform !== "linux")
    return Number(execFileSync("ps", ["-o", "rss=", "-p", pid], { encoding: "utf8" })) / 1024;
  // Small containers have no ps.
  const status = readFileSync(`/proc/${pid}/status`, "utf8");
  return Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1]) / 1024;
}

async function metric(tls: ConnectionOptions, name: string): Promise<number> {
  const lines = (await ask(tls, "GET", "/metrics")).split("\n");
  const values = lines.filter((line) => line.startsWith(`${name}{`) && line.includes('resource="toppings"'));
  return values.reduce((sum, line) => sum + Number(line.slice(line.lastIndexOf(" "))), 0);
}

test("of 10,000 watchers, 100 that do not read are cut off; the others get all events once, and memory is bounded", async () => {
  const tls = await start();
  const from = await list(tls);
  // The server itself watches the toppings, too.
  const ownWatches = await metric(tls, "apiserver_longrunning_requests");
  const watchers = Array.from({ length: overHTTP2 + overHTTP1 }, () => new Watcher());
  await watchAll(tls, watchers, { overHTTP2, from, query: "&labelSelector=size%21%3Dlarge" });
  const streams = await openSlow(tls, from);
  const all: string[] = [];
  const small: string[] = [];
  const write = async (): Promise<void> => {
    const version = await create(tls, `small-${small.length}`);
    small.push(version);
    all.push(version);
  };
  const arrived = () =>
    expect.poll(() => watchers.filter(({ versions }) => versions.length < small.length).length).toBe(0);
  for (let index = 0; index < 10; index++) await write();
  await arrived();
  const before = memory();

  const metadata = { labels: { size: "large" }, annotations: { filling: "x".repeat(largeBytes) } };
  for (let index = 0; index < large; index++) {
    all.push(await create(tls, `large-${index}`, metadata));
    if (index % 50 === 0) await write();
  }
  await arrived();
  // Copies of the unread events for each slow watcher would need twice this memory.
  expect(memory() - before).toBeLessThan((slow * unread) / 2);

  // Events leave the memory of the server after 75 seconds, if newer ones exist.
  server?.child.kill("SIGUSR2");
  await expect
    .poll(
      async () => {
        await write();
        return metric(tls, "apiserver_terminated_watchers_total");
      },
      // Each write becomes 10,000 events.
      { interval: 1000 },
    )
    .toBe(slow);
  await write();
  await arrived();
  const expected = small.join(" ");
  expect(watchers.filter(({ versions }) => versions.join(" ") !== expected)).toEqual([]);

  // The slow watchers have received a beginning of the events without a gap, and the end.
  for (const stream of streams) {
    const watcher = new Watcher();
    stream.on("data", (chunk: Buffer) => {
      watcher.read(chunk);
    });
    await once(stream, "end");
    expect(stream.rstCode).toBe(0);
    expect(watcher.versions).toEqual(all.slice(0, watcher.versions.length));
    expect(watcher.versions.length).toBeLessThan(all.length);
  }
  expect(await metric(tls, "apiserver_longrunning_requests")).toBe(ownWatches + watchers.length);
});
