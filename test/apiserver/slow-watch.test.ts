import { once } from "node:events";
import type { ClientHttp2Stream } from "node:http2";
import { afterEach, expect, test } from "vitest";
import { CachedStorage, MemoryStorage } from "../../apiserver/storage/index.js";
import { ServerMetrics } from "../../apiserver/metrics/server-metrics.js";
import { versionInfo } from "../../apiserver/util/version.js";
import { SocketServer, ask, get } from "./sockets.js";

const pizzas = "/apis/restaurant.programming-kubernetes.info/v1beta1/namespaces/default/pizzas";
const many = 400;
const servers: SocketServer[] = [];

afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.stop()));
});

/** Reads the events of a watch until its end. */
class Reader {
  text = "";
  readonly #stream: ClientHttp2Stream;

  constructor(stream: ClientHttp2Stream) {
    this.#stream = stream;
    stream.setEncoding("utf8");
  }

  begin(): this {
    this.#stream.on("data", (chunk: string) => (this.text += chunk));
    return this;
  }

  names(): readonly string[] {
    return this.text
      .trimEnd()
      .split("\n")
      .map(
        (line) =>
          (JSON.parse(line) as { readonly object: { readonly metadata: { readonly name: string } } }).object.metadata
            .name,
      );
  }

  async has(count: number): Promise<void> {
    while (this.text.split("\n").length <= count) await once(this.#stream, "data");
  }
}

test("the server disconnects and counts a slow client; fast clients receive all events", async () => {
  const metrics = new ServerMetrics(versionInfo("1", "0", "v1.0.0"));
  const storage = new CachedStorage({
    storage: new MemoryStorage(),
    sizeOf: () => 100,
    maximumEvents: 100,
    onSlowWatches: ({ group, resource }) => metrics.watches.terminated(group, resource),
  });
  const server = await SocketServer.create({}, { storage, metrics });
  servers.push(server);
  await server.start();
  await server.server.ready();
  const [session, other] = [server.connect(), server.connect()];
  const watch = async (from = session) => (await ask(from, `${pizzas}?watch=1`))[0];
  const slow = await watch();
  const readers = await Promise.all(
    [watch(), watch(other), watch(other)].map(async (stream) => new Reader(await stream).begin()),
  );

  const names = Array.from({ length: many }, (_, index) => `n${String(index)}`);
  for (const name of names) {
    // The events of all pizzas are larger than the client's flow-control window and the buffer of
    // the stream together.
    const body = JSON.stringify({ metadata: { name, annotations: { filling: "x".repeat(2000) } } });
    const [created, headers] = await ask(other, pizzas, { "content-type": "application/json" }, body);
    created.resume();
    expect(headers[":status"]).toBe(201);
  }
  for (const reader of readers) {
    await reader.has(many);
    expect(reader.names()).toEqual(names);
  }

  const late = new Reader(slow).begin();
  await once(slow, "end");
  expect(slow.rstCode).toBe(0);
  // The client has received a beginning of the events without a gap, so it can resume the watch
  // after the last one.
  expect(late.names()).toEqual(names.slice(0, late.names().length));
  expect(late.names().length).toBeLessThan(many);
  const { text } = await get(other, "/metrics");
  expect(text).toContain(
    'apiserver_terminated_watchers_total{group="restaurant.programming-kubernetes.info",resource="pizzas"} 1',
  );
});
