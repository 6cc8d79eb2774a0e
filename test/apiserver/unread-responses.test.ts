import { once } from "node:events";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { afterEach, describe, expect, test } from "vitest";
import type { Handler, Sink } from "../../apiserver/http/types.js";
import { toppings } from "./harness.js";
import { ended, get, Listening, pause } from "./listening.js";
import { SocketServer, ask, get as getHTTP2 } from "./sockets.js";

const size = 48 * 1024 * 1024;
const deadline = { response: 1_000, idle: 60_000 };
let listening: Listening;
afterEach(() => listening.close());

/**
 * Handler that sends a stream at `/watch`. At other paths, it sends a body that is larger than the
 * buffers of the operating system.
 */
class Large {
  /**
   * One promise for each request, in the order of the requests. It resolves when the response was
   * sent or the client has disconnected.
   */
  readonly settled: Promise<void>[] = [];
  readonly bodies: WeakRef<Buffer>[] = [];
  sink: Sink | undefined;

  readonly handler: Handler = ({ path, afterwards }) => {
    if (afterwards !== undefined)
      this.settled.push(
        new Promise((resolve) => {
          afterwards(resolve);
        }),
      );
    if (path === "/watch")
      return Promise.resolve({
        status: 200,
        headers: {},
        body: (sink: Sink) => {
          this.sink = sink;
        },
      });
    const body = Buffer.alloc(size, 0x20);
    this.bodies.push(new WeakRef(body));
    return Promise.resolve({ status: 200, headers: {}, body });
  };
}

async function collected(reference: WeakRef<Buffer>): Promise<void> {
  setFlagsFromString("--expose-gc");
  const collect = runInNewContext("gc") as () => void;
  while (reference.deref() !== undefined) {
    await pause(10);
    collect();
  }
}

describe.each(["HTTP/1.1", "HTTP/2"])("large responses over %s", (version) => {
  const send = async (path: string) => {
    if (version === "HTTP/2")
      return listening
        .session()
        .request({ ":path": path })
        .on("error", () => undefined);
    const socket = await listening.socket();
    socket.pause().write(get(path));
    return socket;
  };

  test("the server ends a response that the client does not read, and releases its memory", async () => {
    const large = new Large();
    listening = await Listening.with(deadline, large.handler);
    const client = await send("/");
    while (large.settled.length === 0) await pause(10);
    await large.settled[0];
    await collected(large.bodies[0] as WeakRef<Buffer>);
    let count = 0;
    client.on("data", (chunk: Buffer) => (count += chunk.length));
    await ended(client.resume());
    expect(count).toBeLessThan(size);
  });

  test("the server sends a whole response to a client that reads slowly", async () => {
    const large = new Large();
    // The whole response takes longer than this timeout, which limits only the time in which the
    // client accepts no bytes.
    listening = await Listening.with({ ...deadline, response: 1500 }, large.handler);
    const client = await send("/");
    let count = 0;
    const begin = performance.now();
    await new Promise<void>((resolve) => {
      let due = size / 16;
      client
        .on("data", (chunk: Buffer) => {
          count += chunk.length;
          if (count >= size) resolve();
          if (count < due) return;
          due += size / 16;
          client.pause();
          setTimeout(() => client.resume(), 110);
        })
        .resume();
    });
    expect(performance.now() - begin).toBeGreaterThan(1500);
    expect(count).toBeGreaterThanOrEqual(size);
  });

  test("a stream can be silent; the deadline applies when it ends unread", async () => {
    const large = new Large();
    listening = await Listening.with({ ...deadline, response: 200 }, large.handler);
    const client = await send("/watch");
    while (large.sink === undefined) await pause(10);
    await pause(600);
    const { sink } = large;
    expect(sink.closed.aborted).toBe(false);
    client.once("data", () => client.pause());
    client.resume();
    sink.write("x".repeat(size));
    sink.end();
    await large.settled[0];
    expect(sink.closed.aborted).toBe(true);
    let count = 0;
    client.on("data", (chunk: Buffer) => (count += chunk.length));
    await ended(client.resume());
    expect(count).toBeLessThan(size);
  });
});

test("the server sends a small response after a large one that the client reads slowly", async () => {
  const large = new Large();
  listening = await Listening.with({ ...deadline, response: 1000 }, (request) =>
    request.path === "/small" ? Promise.resolve({ status: 200, headers: {}, body: "small" }) : large.handler(request),
  );
  const socket = await listening.socket();
  socket.write(get("/") + get("/small", "Connection: close"));
  let end = "";
  let due = 0;
  let count = 0;
  socket.on("data", (chunk: Buffer) => {
    end = (end + chunk.toString("latin1", Math.max(0, chunk.length - 100))).slice(-100);
    count += chunk.length;
    if (count < due) return;
    due = count + size / 12;
    socket.pause();
    setTimeout(() => socket.resume(), 100);
  });
  await ended(socket);
  expect(end).toMatch(/small$/);
});

test("a response no longer counts as a request in flight after the client has read it", async () => {
  listening = await Listening.with({}, new Large().handler);
  const server = await SocketServer.create({ maxReads: 1 }, { authorizers: [() => "allow"] });
  await server.start();
  const bob = await server.issue("bob");
  for (const name of ["a", "b"]) {
    const body = JSON.stringify({ metadata: { name, annotations: { a: "x".repeat(200_000) } }, spec: { cost: 1 } });
    await ask(server.connect(), toppings, {}, body);
  }
  const [slow, other] = [server.connect(bob), server.connect(bob)];
  // The list is larger than the client's flow-control window, so its request remains open.
  const [list, headers] = await ask(slow, toppings);
  expect(headers[":status"]).toBe(200);
  expect((await getHTTP2(other, toppings)).status).toBe(429);
  expect((await getHTTP2(other, "/healthz")).status).toBe(429);
  list.resume();
  await once(list, "close");
  expect((await getHTTP2(other, toppings)).status).toBe(200);
  await server.stop();
});
