import { once } from "node:events";
import { connect } from "node:tls";
import { Connection, type PreparedRequest } from "./connection.js";
import type { Peer } from "./peer.js";
import { answerTo, request } from "./requests.js";

const overHTTP2 = 9000;
/** Number of watchers that share one connection over HTTP/2. */
const shared = 100;
const overHTTP1 = 1000;

/** Maximum time until all watchers have an event, in milliseconds. */
const timeout = 60_000;

/** The requests of the measurement. */
export interface Watched {
  /** Path of the collection. */
  readonly path: string;
  /** Returns a request that creates one more object. */
  readonly create: () => PreparedRequest;
}

/** Watchers of one collection, and the number of events that they have received together. */
class Watchers {
  #received = 0;

  get received(): number {
    return this.#received;
  }

  /** @param lists true if each watcher over HTTP/2 lists the collection at the same time */
  async open({ tls }: Peer, path: string, version: string, lists: boolean): Promise<void> {
    const uri = `${path}?watch=1&resourceVersion=${version}`;
    const watch = request("GET", uri);
    const list = request("GET", path);
    const data = (chunk: Buffer): void => {
      this.#count(chunk);
    };
    const ignore = { data: () => undefined, end: () => undefined };
    for (let opened = 0; opened < overHTTP2; opened += shared) {
      const connection = await Connection.open(tls);
      for (let index = 0; index < shared; index++) {
        if (lists) connection.send(list, ignore);
        connection.send(watch, { data, end: () => undefined });
      }
      connection.flush();
    }
    for (let opened = 0; opened < overHTTP1; opened++) {
      const socket = connect({ ...tls, ALPNProtocols: ["http/1.1"] });
      await once(socket, "secureConnect");
      socket.on("error", () => undefined).on("data", data);
      socket.write(`GET ${uri} HTTP/1.1\r\nHost: localhost\r\n\r\n`);
    }
  }

  /** Waits until all watchers together have received events. */
  async wait(events: number): Promise<void> {
    const end = performance.now() + timeout;
    while (this.#received < events) {
      if (performance.now() > end) throw new Error(`${this.#received} of ${events} events arrived in time`);
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
  }

  #count(chunk: Buffer): void {
    for (let at = chunk.indexOf("}\n"); at >= 0; at = chunk.indexOf("}\n", at + 1)) this.#received++;
  }
}

/**
 * Measures the memory of 10,000 watchers, and the time after a restart of the server until all of
 * them have listed, resumed and received an event. Returns the result as one line.
 * @param start starts the server, always with the same data
 */
export async function manyWatchers(start: () => Promise<Peer>, { path, create }: Watched): Promise<string> {
  const all = overHTTP2 + overHTTP1;
  const first = await start();
  const version = await versionOf(first, path);
  const before = first.memory().anonymous;
  const opening = performance.now();
  const watchers = new Watchers();
  await watchers.open(first, path, version, false);
  const opened = performance.now() - opening;
  const writing = performance.now();
  await answerTo(first, create());
  await watchers.wait(all);
  const written = performance.now() - writing;
  const bytes = ((first.memory().anonymous - before) * (1 << 20)) / all;
  const next = await versionOf(first, path);
  await first.stop();

  const second = await start();
  const again = performance.now();
  const resumed = new Watchers();
  await resumed.open(second, path, next, true);
  await answerTo(second, create());
  await resumed.wait(all);
  const restarted = performance.now() - again;
  await second.stop();
  const seconds = (time: number) => `${(time / 1000).toFixed(1)} s`;
  return (
    `opened in ${seconds(opened)}, ${(bytes / 1024).toFixed(0)} KB of memory each, one write reaches all in ${seconds(written)}; ` +
    `after a restart all have listed, resumed and received a write in ${seconds(restarted)}`
  );
}

async function versionOf(peer: Peer, path: string): Promise<string> {
  const text = await answerTo(peer, request("GET", `${path}?limit=1`));
  return /"resourceVersion":"(\d+)"/.exec(text)?.[1] ?? "";
}
