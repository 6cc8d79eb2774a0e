import { spawn } from "node:child_process";
import { once } from "node:events";
import { connect as connectHTTP2 } from "node:http2";
import { request as requestHTTPS } from "node:https";
import type { IncomingMessage } from "node:http";
import type { ConnectSubresource } from "@apimachinery/apiserver";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { WebSocket } from "ws";
import { findKubectl } from "../../interop/kubectl.js";
import { credentials } from "../process/api-client.js";
import { withSubresources } from "./example.js";
import { garageDefinition } from "./group.js";
import { run, type Running } from "./running.js";
import { cars, type Car } from "./types.js";

const definition = {
  name: "garage-apiserver",
  description: "Serves cars.",
  version: "v1.0.0",
  groups: [garageDefinition(withSubresources)],
};

let running: Running;
let tls: ReturnType<typeof credentials>;
beforeAll(async () => {
  running = await run(definition);
  tls = credentials(running.kubeconfig);
  const created = await post(cars, {
    apiVersion: "garage.example.com/v1",
    kind: "Car",
    metadata: { name: "a" },
    spec: { colour: "red" },
  });
  expect(created.status).toBe(201);
});
afterAll(() => running.stop());

async function textOf(stream: AsyncIterable<unknown>): Promise<string> {
  let text = "";
  for await (const chunk of stream) text += String(chunk);
  return text;
}

async function post(path: string, body: object): Promise<{ readonly status: number; readonly text: string }> {
  const session = connectHTTP2(running.server.url, tls);
  const stream = session.request({ ":method": "POST", ":path": path, "content-type": "application/json" });
  stream.end(JSON.stringify(body));
  const [headers] = (await once(stream, "response")) as [{ readonly ":status": number }];
  const text = await textOf(stream.setEncoding("utf8"));
  session.close();
  return { status: headers[":status"], text };
}

function webSocket(path: string, protocols: readonly string[] = []): WebSocket {
  const socket = new WebSocket(running.server.url.replace("https", "wss") + path, [...protocols], tls);
  socket.on("error", () => undefined);
  return socket;
}

async function nextText(socket: WebSocket): Promise<string> {
  const [data] = (await once(socket, "message")) as [Buffer];
  return data.toString();
}

describe("a websocket to the handler of a subresource", () => {
  test("carries text and binary messages in both directions", async () => {
    const socket = webSocket(`${cars}/a/radio?station=jazz`);
    expect(await nextText(socket)).toBe("red car, jazz");
    for (const message of ["louder", "x".repeat(100_000)]) {
      socket.send(message);
      expect(await nextText(socket)).toBe(message);
    }
    socket.send(Buffer.from([0, 255]));
    expect(await once(socket, "message")).toEqual([Buffer.from([0, 255]), true]);
    socket.close();
    expect(await once(socket, "close")).toEqual([1005, Buffer.alloc(0)]);
  });

  test("many messages at once arrive in order", async () => {
    const socket = webSocket(`${cars}/a/radio`);
    await nextText(socket);
    const heard: string[] = [];
    const done = new Promise<void>((resolve) => {
      socket.on("message", (data: Buffer) => {
        if (heard.push(data.toString()) === 200) resolve();
      });
    });
    const sent = Array.from({ length: 200 }, (_, index) => String(index));
    for (const message of sent) socket.send(message);
    await done;
    expect(heard).toEqual(sent);
    socket.terminate();
  });

  test("is refused with a Status for a missing object", async () => {
    const socket = webSocket(`${cars}/missing/radio`);
    const [, response] = (await once(socket, "unexpected-response")) as [unknown, IncomingMessage];
    expect(response.statusCode).toBe(404);
    expect(await textOf(response.setEncoding("utf8"))).toContain('cars.garage.example.com \\"missing\\" not found');
  });

  test("is closed when the server stops, and counts as a long-running request", async () => {
    const own = await run(definition);
    const before = running;
    running = own;
    tls = credentials(own.kubeconfig);
    await post(cars, {
      apiVersion: "garage.example.com/v1",
      kind: "Car",
      metadata: { name: "a" },
      spec: { colour: "red" },
    });
    const socket = webSocket(`${cars}/a/radio`);
    await nextText(socket);
    expect(await own.kubectl(["get", "--raw", "/metrics"])).toMatch(
      /apiserver_longrunning_requests\{verb="CONNECT".*subresource="radio".*\} 1/,
    );
    const [[code]] = (await Promise.all([once(socket, "close"), own.stop()])) as [[number], unknown];
    expect(code).toBe(1001);
    running = before;
    tls = credentials(before.kubeconfig);
  });
});

describe("a stream to the handler of a subresource", () => {
  test("carries both bodies at the same time over HTTP/2", async () => {
    const session = connectHTTP2(running.server.url, tls);
    const stream = session.request({ ":method": "POST", ":path": `${cars}/a/radio?station=jazz` });
    const [headers] = (await once(stream, "response")) as [Record<string, string>];
    expect([headers[":status"], headers["x-station"]]).toEqual([200, "jazz"]);
    for (const word of ["one", "two"]) {
      stream.write(word);
      expect(String((await once(stream, "data"))[0])).toBe(`heard ${word}\n`);
    }
    stream.end();
    await once(stream, "end");
    session.close();
  });

  test("carries both bodies at the same time over HTTP/1.1", async () => {
    const request = requestHTTPS(`${running.server.url}${cars}/a/radio`, { method: "POST", ...tls });
    request.flushHeaders();
    const [response] = (await once(request, "response")) as [IncomingMessage];
    for (const word of ["one", "two"]) {
      request.write(word);
      expect(String((await once(response, "data"))[0])).toBe(`heard ${word}\n`);
    }
    request.end();
    await once(response, "end");
  });
});

describe("a handler that ends", () => {
  /** Serves one car with a handler, and returns the path of its subresource. */
  async function serve(connect: ConnectSubresource<Car>["connect"], ...flags: string[]): Promise<string> {
    const radio: ConnectSubresource<Car> = { methods: ["GET", "HEAD", "POST"], connect };
    own = await run({ ...definition, groups: [garageDefinition({ subresources: { radio } })] }, ...flags);
    tls = credentials(own.kubeconfig);
    const created = {
      apiVersion: "garage.example.com/v1",
      kind: "Car",
      metadata: { name: "a" },
      spec: { colour: "red" },
    };
    const session = connectHTTP2(own.server.url, tls);
    const stream = session.request({ ":method": "POST", ":path": cars, "content-type": "application/json" });
    stream.end(JSON.stringify(created));
    await once(stream.resume(), "end");
    session.close();
    return `${own.server.url}${cars}/a/radio`;
  }

  let own: Running | undefined;
  afterEach(async () => {
    await own?.stop();
    own = undefined;
    tls = credentials(running.kubeconfig);
  });

  const open = (url: string, protocols: readonly string[] = [], headers: Record<string, string> = {}) => {
    const socket = new WebSocket(url.replace("https", "wss"), [...protocols], { ...tls, headers });
    socket.on("error", () => undefined);
    return socket;
  };

  test("closes the websocket with 1000, and with 1011 after an error", async () => {
    const url = await serve((_context, _car, { query }) => ({
      webSocket: () => (query.has("fail") ? Promise.reject(new Error("broken")) : Promise.resolve()),
    }));
    expect((await once(open(url), "close"))[0]).toBe(1000);
    expect((await once(open(`${url}?fail`), "close"))[0]).toBe(1011);
  });

  test("chooses one of the protocols of the client", async () => {
    const url = await serve((_context, _car, { protocols }) => ({
      protocol: protocols.at(-1) ?? "",
      webSocket: async (socket) => {
        await socket.send(socket.protocol);
      },
    }));
    const socket = open(url, ["v4.channel.k8s.io", "v5.channel.k8s.io"]);
    expect(await nextText(socket)).toBe("v5.channel.k8s.io");
    expect(socket.protocol).toBe("v5.channel.k8s.io");
  });

  test("a message of more than 1 MiB and a page of another site are refused", async () => {
    const url = await serve(() => ({
      webSocket: async (socket) => {
        for await (const message of socket.messages()) await socket.send(String(message.length));
      },
    }));
    const socket = open(url);
    await once(socket, "open");
    socket.send("x".repeat(1024 * 1024 + 1));
    expect((await once(socket, "close"))[0]).toBe(1009);
    const foreign = open(url, [], { origin: "https://evil.example.com" });
    const [, response] = (await once(foreign, "unexpected-response")) as [unknown, IncomingMessage];
    expect(response.statusCode).toBe(403);
  });

  test("cuts off a response whose pieces fail, over HTTP/1.1 and HTTP/2", async () => {
    const url = await serve(() => ({ body: failing() }));
    const request = requestHTTPS(url, tls).end();
    const [response] = (await once(request, "response")) as [IncomingMessage];
    await expect(textOf(response)).rejects.toThrow("aborted");
    const session = connectHTTP2(url, tls);
    const stream = session.request({ ":path": new URL(url).pathname });
    await expect(textOf(stream)).rejects.toThrow("NGHTTP2_INTERNAL_ERROR");
    session.close();
  });

  async function* failing(): AsyncGenerator<string> {
    yield "first";
    await new Promise((resolve) => setImmediate(resolve));
    throw new Error("broken");
  }

  test("learns that its client is gone", async () => {
    let gone: () => void = () => undefined;
    const isGone = new Promise<void>((resolve) => (gone = resolve));
    const url = await serve(() => ({ body: ticking(gone) }));
    const request = requestHTTPS(url, tls).end();
    const [response] = (await once(request, "response")) as [IncomingMessage];
    await once(response, "data");
    response.destroy();
    await isGone;
  });

  async function* ticking(then: () => void): AsyncGenerator<string> {
    try {
      for (;;) {
        yield "tick";
        await new Promise((resolve) => setTimeout(resolve, 5));
      }
    } finally {
      then();
    }
  }

  test("does not have to read the body, and serves HEAD", async () => {
    const url = await serve((_context, _car, { method }) => ({ headers: { "x-method": method }, body: "done" }));
    const session = connectHTTP2(url, tls);
    const stream = session.request({ ":method": "POST", ":path": new URL(url).pathname });
    stream.write("x".repeat(10_000));
    expect(await textOf(stream.setEncoding("utf8"))).toBe("done");
    session.close();
    const request = requestHTTPS(url, { method: "HEAD", ...tls }).end();
    const [response] = (await once(request, "response")) as [IncomingMessage];
    expect([response.headers["x-method"], await textOf(response)]).toEqual(["HEAD", ""]);
  });
});

describe.skipIf(findKubectl() === undefined)("kubectl", () => {
  test("reads and creates subresources with --raw", async () => {
    const paint = JSON.parse(await running.kubectl(["get", "--raw", `${cars}/a/paint`])) as object;
    expect(paint).toMatchObject({ kind: "Paint", spec: { colour: "red" } });
    const wash = JSON.stringify({ spec: { program: "short" } });
    expect(await running.kubectl(["create", "--raw", `${cars}/a/wash`, "-f", "-"], wash)).toContain(
      "washed the red car",
    );
    expect(await running.kubectl(["get", "--raw", `${cars}/a/radio?station=jazz`])).toBe("");
  });

  test("proxy passes a websocket to the handler", async () => {
    const proxy = spawn(findKubectl() ?? "", ["--kubeconfig", running.kubeconfig, "proxy", "--port=0"]);
    try {
      const [line] = (await once(proxy.stdout, "data")) as [Buffer];
      const port = /:(\d+)/.exec(line.toString())?.[1] ?? "";
      const socket = new WebSocket(`ws://127.0.0.1:${port}${cars}/a/radio?station=news`);
      expect(await nextText(socket)).toBe("red car, news");
      socket.send("louder");
      expect(await nextText(socket)).toBe("louder");
      socket.terminate();
    } finally {
      proxy.kill();
    }
  });
});
