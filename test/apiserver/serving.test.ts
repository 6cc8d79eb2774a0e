import { createPrivateKey } from "node:crypto";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { connect, constants, type ClientHttp2Session, type IncomingHttpHeaders } from "node:http2";
import { request, type RequestOptions } from "node:https";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  createLog,
  parseOptionsOf,
  startAPIServer,
  type RunningServer,
  type ServerOptions,
} from "@apimachinery/apiserver";
import { parse } from "yaml";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { createAuthority, issueClient } from "../../apiserver/certificates/authority.js";
import { pizzaServer } from "../../cmd/pizza-apiserver/server.js";
import { toppings as path } from "./harness.js";

const topping = (name: string) => ({ metadata: { name }, spec: { cost: 1 } });

const quiet = createLog({ v: 0, loggingFormat: "text" }, () => undefined);

let folder = "";
let server: RunningServer | undefined;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "apimachinery-serving-"));
});
afterEach(async () => {
  await server?.stop();
  server = undefined;
  rmSync(folder, { recursive: true, force: true });
});

function optionsOf(...args: readonly string[]): ServerOptions {
  const fixed = [
    "--bind-address=127.0.0.1",
    "--secure-port=0",
    `--data-dir=${folder}/data`,
    `--write-kubeconfig=${folder}/kubeconfig`,
  ];
  const errors: string[] = [];
  const parsed = parseOptionsOf(pizzaServer, [...fixed, ...args], {
    out: () => undefined,
    err: (text) => errors.push(text),
  });
  if ("exitCode" in parsed) throw new Error(errors.join(""));
  return parsed.options;
}

async function start(...args: readonly string[]): Promise<RunningServer> {
  server = await startAPIServer(pizzaServer, optionsOf("--storage-backend=memory", ...args), quiet);
  return server;
}

interface Client {
  readonly ca: Buffer;
  readonly cert?: Buffer | string;
  readonly key?: Buffer | string;
}

const file = (name: string) => readFileSync(join(folder, "data", name));
const stranger = (): Client => ({ ca: file("ca.crt") });
const administrator = (): Client => ({ ca: file("ca.crt"), cert: file("admin.crt"), key: file("admin.key") });

interface Reply {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

function http1(url: string, client: Client, options: RequestOptions = {}, body = ""): Promise<Reply> {
  return new Promise((resolve, reject) => {
    const sent = request(url, { ...client, agent: false, ...options }, (response) => {
      const chunks: Buffer[] = [];
      response.on("data", (chunk: Buffer) => chunks.push(chunk));
      response.on("end", () => {
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          text: Buffer.concat(chunks).toString(),
        });
      });
    });
    sent.on("error", reject).end(body);
  });
}

function http2(session: ClientHttp2Session, method: string, path: string, body = ""): Promise<Reply> {
  return new Promise((resolve, reject) => {
    const stream = session.request({ ":method": method, ":path": path });
    let headers: IncomingHttpHeaders = {};
    const chunks: Buffer[] = [];
    stream.on("response", (given) => (headers = given));
    stream.on("data", (chunk: Buffer) => chunks.push(chunk));
    stream.on("end", () => {
      resolve({
        status: Number(headers[constants.HTTP2_HEADER_STATUS]),
        headers,
        text: Buffer.concat(chunks).toString(),
      });
    });
    stream.on("error", reject);
    if (body !== "") stream.end(body);
  });
}

describe("over sockets", () => {
  test("HTTP/1.1 and HTTP/2 share one port", async () => {
    const { url } = await start();
    const made = await http1(url + path, administrator(), { method: "POST" }, JSON.stringify(topping("a")));
    expect(made.status).toBe(201);
    const session = connect(url, administrator());
    const got = await http2(session, "GET", `${path}/a`);
    expect([got.status, got.headers["content-type"]]).toEqual([200, "application/json"]);
    expect(JSON.parse(got.text)).toEqual(JSON.parse(made.text));
    expect((await http2(session, "DELETE", `${path}/a`)).status).toBe(200);
    expect((await http1(`${url}${path}/a`, administrator())).status).toBe(404);
    session.close();
  });

  test("clients without a certificate of the server's authority can read only health checks", async () => {
    const { url } = await start();
    expect((await http1(`${url}/healthz`, stranger())).text).toBe("ok");
    expect((await http1(url + path, stranger())).status).toBe(403);
    const { certificate, key } = await issueClient(await createAuthority("apimachinery-ca"), "admin", [
      "system:masters",
    ]);
    expect((await http1(url + path, { ...stranger(), cert: certificate, key })).status).toBe(401);
  });

  test("a watch sends each event separately over both HTTP versions", async () => {
    const { url } = await start();
    const session = connect(url, administrator());
    const stream = session.request({ ":path": `${path}?watch=1` });
    const next = () =>
      new Promise<string>((resolve) => {
        stream.once("data", (chunk: Buffer) => {
          resolve(chunk.toString());
        });
      });
    const first = next();
    const over1 = http1(`${url}${path}?watch=1&timeoutSeconds=1`, administrator());
    await http1(url + path, administrator(), { method: "POST" }, JSON.stringify(topping("a")));
    expect(await first).toMatch(/^{"type":"ADDED","object":{"kind":"Topping",.*}}\n$/);
    expect((await over1).text).toContain('"name":"a"');
    stream.close();
    session.close();
  });

  test("the server limits the size of a body", async () => {
    const { url } = await start();
    const { status, text } = await http1(
      url + path,
      administrator(),
      { method: "POST" },
      "x".repeat(3 * 1024 * 1024 + 1),
    );
    expect(status).toBe(413);
    const tooLarge = { reason: "RequestEntityTooLarge", message: "Request entity too large: limit is 3145728" };
    expect(JSON.parse(text)).toMatchObject(tooLarge);
    const session = connect(url, administrator());
    expect(JSON.parse((await http2(session, "POST", path, "x".repeat(6 * 1024 * 1024))).text)).toMatchObject(tooLarge);
    expect((await http2(session, "GET", "/healthz")).text).toBe("ok");
    session.close();
  });

  test("an invalid path is a 400, and the server continues", async () => {
    const { url } = await start();
    expect((await http1(`${url}/%zz`, administrator())).status).toBe(400);
    expect((await http1(`${url}/healthz`, stranger())).status).toBe(200);
  });

  test("a stop of the server ends watches", async () => {
    const running = await start();
    const session = connect(running.url, administrator());
    const stream = session.request({ ":path": `${path}?watch=1` });
    const text: string[] = [];
    await once(stream, "response");
    stream.on("data", (chunk: Buffer) => text.push(chunk.toString()));
    await Promise.all([once(stream, "end"), running.stop()]);
    expect(text).toEqual([]);
    await expect(http1(`${running.url}/healthz`, stranger())).rejects.toThrow();
  });
});

describe("persistent data", () => {
  test("objects and the administrator's certificate survive restarts", async () => {
    const first = await startAPIServer(pizzaServer, optionsOf(), quiet);
    const client = administrator();
    await http1(first.url + path, client, { method: "POST" }, JSON.stringify(topping("a")));
    await first.stop();
    server = await startAPIServer(pizzaServer, optionsOf(), quiet);
    expect(JSON.parse((await http1(`${server.url}${path}/a`, client)).text)).toMatchObject({
      metadata: { name: "a", resourceVersion: "2" },
    });
  });

  test("keys belong to their owner, and the kubeconfig contains everything that kubectl needs", async () => {
    const { url } = await start();
    expect(statSync(join(folder, "data", "ca.key")).mode & 0o777).toBe(0o600);
    expect(statSync(join(folder, "kubeconfig")).mode & 0o777).toBe(0o600);
    const config = parse(readFileSync(join(folder, "kubeconfig"), "utf8")) as { clusters: unknown; users: unknown };
    expect(config.clusters).toEqual([
      { name: "pizza", cluster: { server: url, "certificate-authority-data": file("ca.crt").toString("base64") } },
    ]);
    expect(config.users).toEqual([
      {
        name: "pizza-admin",
        user: {
          "client-certificate-data": file("admin.crt").toString("base64"),
          "client-key-data": Buffer.from(
            createPrivateKey(file("admin.key")).export({ type: "sec1", format: "pem" }),
          ).toString("base64"),
        },
      },
    ]);
  });
});
