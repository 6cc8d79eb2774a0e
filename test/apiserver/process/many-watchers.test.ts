import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { connect, type ConnectionOptions } from "node:tls";
import { afterEach, expect, test } from "vitest";
import { Connection } from "../../bench/server/connection.js";
import { credentials, request } from "../../bench/server/requests.js";
import { ServerProcess } from "./built-server.js";

const path = "/apis/restaurant.programming-kubernetes.info/v1alpha1/toppings";
const overHTTP2 = 9000;
const streams = 100;
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

/** Returns the version of the newest write that a list of all objects contains. */
async function list(tls: ConnectionOptions): Promise<string> {
  const { resourceVersion } = (JSON.parse(await ask(tls, "GET", path)) as Versioned).metadata;
  if (resourceVersion === undefined) throw new Error("the list has no version");
  return resourceVersion;
}

/** Versions of the events that one client has received over all of its watches. */
class Watcher {
  readonly versions: string[] = [];
  #rest = "";

  /** Reads a part of a response, which can contain the chunk sizes of HTTP/1.1. */
  read(chunk: Buffer): void {
    const lines = (this.#rest + chunk.toString()).split("\n");
    this.#rest = lines.pop() ?? "";
    for (const line of lines) {
      if (!line.startsWith("{")) continue;
      const { type, object } = JSON.parse(line) as {
        readonly type: string;
        readonly object: { readonly metadata: { readonly resourceVersion: string } };
      };
      this.versions.push(type === "ADDED" ? object.metadata.resourceVersion : line);
    }
  }
}

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

async function ask(tls: ConnectionOptions, method: string, uri: string, body?: string): Promise<string> {
  const connection = await Connection.open(tls);
  let text = "";
  await new Promise<void>((resolve) => {
    connection.send(request(method, uri, body), {
      data: (chunk) => (text += chunk.toString()),
      end: () => {
        resolve();
      },
    });
    connection.flush();
  });
  connection.close();
  return text;
}

interface Versioned {
  readonly metadata: { readonly resourceVersion?: string };
}

async function create(tls: ConnectionOptions, name: string): Promise<string> {
  const answer = await ask(tls, "POST", path, JSON.stringify({ metadata: { name }, spec: { cost: 1 } }));
  const { resourceVersion } = (JSON.parse(answer) as Versioned).metadata;
  if (resourceVersion === undefined) throw new Error(answer);
  return resourceVersion;
}

/**
 * Opens a watch for each watcher, after the version that the watcher has received last.
 * @param relists true if the watchers over HTTP/2 list all objects in the same turn, as clients do
 * that have lost their position
 */
async function watchAll(
  tls: ConnectionOptions,
  watchers: readonly Watcher[],
  from: string,
  relists = false,
): Promise<number> {
  const uri = (watcher: Watcher) => `${path}?watch=1&resourceVersion=${watcher.versions.at(-1) ?? from}`;
  let lists = 0;
  for (let at = 0; at < overHTTP2; at += streams) {
    const connection = await Connection.open(tls);
    for (const watcher of watchers.slice(at, at + streams)) {
      const data = (chunk: Buffer) => {
        watcher.read(chunk);
      };
      if (relists)
        connection.send(request("GET", path), { data: () => undefined, end: (failed) => (lists += failed ? 0 : 1) });
      connection.send(request("GET", uri(watcher)), { data, end: () => undefined });
    }
    connection.flush();
  }
  for (const watcher of watchers.slice(overHTTP2)) {
    const socket = connect({ ...tls, ALPNProtocols: ["http/1.1"] });
    await once(socket, "secureConnect");
    socket
      .on("error", () => undefined)
      .on("data", (chunk: Buffer) => {
        watcher.read(chunk);
      });
    socket.write(`GET ${uri(watcher)} HTTP/1.1\r\nHost: localhost\r\n\r\n`);
  }
  if (relists) await expect.poll(() => lists, { timeout: 120_000, interval: 200 }).toBe(overHTTP2);
  return lists;
}

test("10,000 watchers get all events once, and list and resume without a gap after the server was killed", async () => {
  const first = await start();
  const from = await list(first);
  const watchers = Array.from({ length: overHTTP2 + overHTTP1 }, () => new Watcher());
  const written: string[] = [];
  const arrived = () =>
    expect
      .poll(() => watchers.filter(({ versions }) => versions.length < written.length).length, {
        timeout: 120_000,
        interval: 200,
      })
      .toBe(0);

  await watchAll(first, watchers, from);
  for (const name of ["a", "b", "c"]) written.push(await create(first, name));
  await arrived();

  servers[0]?.child.kill("SIGKILL");
  await servers[0]?.ended();
  const second = await start();
  written.push(await create(second, "before"));
  await watchAll(second, watchers, from, true);
  written.push(await create(second, "after"));
  await arrived();
  const expected = written.join(" ");
  expect(watchers.filter(({ versions }) => versions.join(" ") !== expected)).toEqual([]);
}, 400_000);
