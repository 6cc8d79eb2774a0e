import { once } from "node:events";
import { connect, type ConnectionOptions } from "node:tls";
import { Connection } from "../../bench/server/connection.js";
import { request } from "../../bench/server/requests.js";

/** Path of the objects that the watchers watch. */
export const path = "/apis/restaurant.programming-kubernetes.info/v1alpha1/toppings";

/** Number of watches of one HTTP/2 connection. */
const streams = 100;

interface Versioned {
  readonly metadata: { readonly resourceVersion?: string };
}

/** Versions of the events that one client has received over all of its watches. */
export class Watcher {
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

export async function ask(tls: ConnectionOptions, method: string, uri: string, body?: string): Promise<string> {
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

/** Returns the version of the newest write that a list of all objects contains. */
export async function list(tls: ConnectionOptions): Promise<string> {
  const { resourceVersion } = (JSON.parse(await ask(tls, "GET", path)) as Versioned).metadata;
  if (resourceVersion === undefined) throw new Error("the list has no version");
  return resourceVersion;
}

/** Creates an object, and returns its version. */
export async function create(tls: ConnectionOptions, name: string, metadata: object = {}): Promise<string> {
  const body = JSON.stringify({ metadata: { ...metadata, name }, spec: { cost: 1 } });
  const answer = await ask(tls, "POST", path, body);
  const { resourceVersion } = (JSON.parse(answer) as Versioned).metadata;
  if (resourceVersion === undefined) throw new Error(answer);
  return resourceVersion;
}

/** How the watches of many watchers are opened. */
export interface Opening {
  /** Number of the first watchers that use HTTP/2. The others use HTTP/1.1. */
  readonly overHTTP2: number;
  /** Version after which watchers that have received no event begin. */
  readonly from: string;
  /** More parameters of the watches, such as `&labelSelector=a`. */
  readonly query?: string;
  /**
   * True if the watchers over HTTP/2 list all objects in the same turn, as clients do that have
   * lost their position.
   */
  readonly relists?: boolean;
}

/**
 * Opens a watch for each watcher, after the version that the watcher has received last. Returns a
 * function that returns the number of completed lists.
 */
export async function watchAll(
  tls: ConnectionOptions,
  watchers: readonly Watcher[],
  { overHTTP2, from, query = "", relists = false }: Opening,
): Promise<() => number> {
  const uri = (watcher: Watcher) => `${path}?watch=1&resourceVersion=${watcher.versions.at(-1) ?? from}${query}`;
  let lists = 0;
  for (let at = 0; at < overHTTP2; at += streams) {
    const connection = await Connection.open(tls);
    for (const watcher of watchers.slice(at, Math.min(at + streams, overHTTP2))) {
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
  return () => lists;
}
