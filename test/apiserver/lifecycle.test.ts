import { once } from "node:events";
import type { AdmissionPlugin } from "@apimachinery/apiserver";
import { afterEach, describe, expect, test } from "vitest";
import { toppings } from "./harness.js";
import { SocketServer, ask, get } from "./sockets.js";

const servers: SocketServer[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) await server.stop();
});

async function create(...args: Parameters<typeof SocketServer.create>): Promise<SocketServer> {
  const server = await SocketServer.create(...args);
  servers.push(server);
  return server;
}

/** Returns a promise, and the function that resolves this promise. */
function deferred(): { readonly promise: Promise<void>; readonly resolve: () => void } {
  let resolve: () => void = () => undefined;
  const promise = new Promise<void>((settle) => (resolve = settle));
  return { promise, resolve };
}

const topping = JSON.stringify({ metadata: { name: "a" }, spec: { cost: 1 } });

describe("post-start hooks", () => {
  test("the server serves but is not ready until all hooks have finished; each hook is a check", async () => {
    const server = await create();
    const hook = deferred();
    server.server.addPostStartHook("start-pizza-apiserver-informers", () => hook.promise);
    await server.start();
    const session = server.connect();
    const name = "poststarthook/start-pizza-apiserver-informers";
    expect((await get(session, "/readyz")).text).toBe(
      `[+]ping ok\n[+]log ok\n[+]etcd ok\n[+]etcd-readiness ok\n[-]${name} failed: reason withheld\n[+]poststarthook/storage-readiness ok\n[+]shutdown ok\nreadyz check failed\n`,
    );
    expect((await get(session, `/livez/${name}`)).text).toBe("internal server error: not finished\n");
    expect((await get(session, toppings)).status).toBe(200);
    hook.resolve();
    await server.server.ready();
    for (const path of ["/readyz", "/livez", "/healthz", `/readyz/${name}`])
      expect((await get(session, path)).text).toBe("ok");
    expect((await get(session, "/")).text).toContain(`"/readyz/${name}"`);
  });

  test("--livez-grace-period: the server is alive while the hooks run", async () => {
    const server = await create({ livezGrace: 3_600_000 });
    server.server.addPostStartHook("slow", ({ signal }) => once(signal, "abort").then(() => undefined));
    await server.start();
    const session = server.connect();
    const codes = await Promise.all(
      ["/livez", "/healthz", "/readyz"].map(async (path) => (await get(session, path)).status),
    );
    expect(codes).toEqual([200, 500, 500]);
  });

  test("ready() reports a hook that failed", async () => {
    const server = await create();
    server.server.addPostStartHook("broken", () => Promise.reject(new Error("no dough")));
    await server.start();
    await expect(server.server.ready()).rejects.toThrow('PostStartHook "broken" failed: no dough');
  });

  test("hook names must be unique, and hooks can be added only before the start", async () => {
    const server = await create();
    server.server.addPostStartHook("a", () => undefined);
    expect(() => {
      server.server.addPostStartHook("a", () => undefined);
    }).toThrow('unable to add "a" because it is already registered');
    await server.start();
    expect(() => {
      server.server.addPostStartHook("b", () => undefined);
    }).toThrow('unable to add "b" because PostStartHooks have already been called');
  });
});

describe("added checks", () => {
  test("health checks affect all endpoints, readiness checks only /readyz", async () => {
    const server = await create();
    const fails = (name: string) => ({
      name,
      check: () => {
        throw new Error(`${name} is cold`);
      },
    });
    server.server.addReadyzChecks(fails("informer-sync"));
    await server.start();
    const session = server.connect();
    expect((await get(session, "/livez")).status).toBe(200);
    expect((await get(session, "/readyz/informer-sync")).text).toBe("internal server error: informer-sync is cold\n");
    expect((await get(session, "/readyz?exclude=informer-sync")).text).toBe("ok");
  });
});

describe("a shutdown", () => {
  test("the server reports that it is not ready and still serves while its pre-shutdown hooks run", async () => {
    const server = await create();
    const hook = deferred();
    const begun = deferred();
    server.server.addPreShutdownHook("goodbye", () => {
      begun.resolve();
      return hook.promise;
    });
    server.server.addPreShutdownHook("broken", () => Promise.reject(new Error("no dough")));
    await server.start();
    const session = server.connect();
    await get(session, "/readyz");
    const stopped = server.server.stop();
    await begun.promise;
    expect((await get(session, "/readyz/shutdown")).text).toBe("internal server error: process is shutting down\n");
    expect((await get(session, toppings)).status).toBe(200);
    hook.resolve();
    await stopped;
    expect(server.logged).toEqual(['PreShutdownHook "broken" failed Error: no dough']);
  });

  test("running requests finish, and the server refuses new ones", async () => {
    const gate = deferred();
    const arrived = deferred();
    const waits: AdmissionPlugin = {
      name: "Waits",
      handles: () => true,
      admit: () => {
        arrived.resolve();
        return gate.promise;
      },
    };
    const server = await create({}, { admission: [waits] });
    await server.start();
    const session = server.connect();
    const response = ask(session, toppings, {}, topping);
    await arrived.promise;
    const goaway = once(session, "goaway");
    const stopped = server.server.stop();
    await goaway;
    await expect(once(server.connect(), "connect")).rejects.toThrow("ECONNREFUSED");
    gate.resolve();
    expect((await response)[1][":status"]).toBe(201);
    await stopped;
  });

  test("the server ends the streams of watches, one after another if configured", async () => {
    const server = await create({ watchTerminationGrace: 40 });
    await server.start();
    const session = server.connect();
    const ends = await Promise.all(
      [1, 2, 3].map(async () => {
        const [stream] = await ask(session, `${toppings}?watch=1`);
        let text = "";
        stream.setEncoding("utf8").on("data", (chunk: string) => (text += chunk));
        return { end: once(stream, "end").then(() => text) };
      }),
    );
    await server.server.stop();
    expect(await Promise.all(ends.map(({ end }) => end))).toEqual(["", "", ""]);
  });

  test("with --shutdown-send-retry-after the server refuses new requests with 429, except health checks", async () => {
    const gate = deferred();
    const arrived = deferred();
    const waits: AdmissionPlugin = {
      name: "Waits",
      handles: () => true,
      admit: () => {
        arrived.resolve();
        return gate.promise;
      },
    };
    const server = await create({ sendsRetryAfter: true }, { admission: [waits] });
    await server.start();
    const response = ask(server.connect(), toppings, {}, topping);
    await arrived.promise;
    const stopped = server.server.stop();
    await new Promise(setImmediate);
    let reply = await get(server.connect(), toppings);
    while (reply.status === 200) reply = await get(server.connect(), toppings);
    expect([reply.status, reply.headers["retry-after"], reply.text]).toEqual([
      429,
      "5",
      "The apiserver is shutting down, please try again later.\n",
    ]);
    gate.resolve();
    expect((await response)[1][":status"]).toBe(201);
    await stopped;
  });

  test("repeated calls of stop share one shutdown", async () => {
    const server = await create();
    await server.start();
    await Promise.all([server.server.stop(), server.server.stop()]);
  });
});

describe("HTTP/2 connections", () => {
  test("the server closes the connection of an anonymous client", async () => {
    const server = await create();
    await server.start();
    const session = server.connect(false);
    const goaway = once(session, "goaway");
    expect((await get(session, toppings)).status).toBe(403);
    await goaway;
  });

  test("--goaway-chance closes connections gracefully, and their requests get responses", async () => {
    const server = await create({ goawayChance: 1 });
    await server.start();
    const session = server.connect();
    const goaway = once(session, "goaway");
    const { status, headers } = await get(session, toppings);
    expect([status, headers["connection"]]).toEqual([200, undefined]);
    await goaway;
  });
});
