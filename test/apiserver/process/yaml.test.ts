import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { connect, type ClientHttp2Session } from "node:http2";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { parse } from "yaml";
import { toppings } from "../harness.js";
import { ServerProcess } from "./built-server.js";

let folder = "";
let server: ServerProcess;
let session: ClientHttp2Session;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "apimachinery-yaml-"));
  server = new ServerProcess(
    "--bind-address=127.0.0.1",
    "--secure-port=0",
    "--storage-backend=memory",
    `--data-dir=${folder}`,
  );
  const url = await server.serving();
  const file = (name: string) => readFileSync(join(folder, name));
  session = connect(url, { ca: file("ca.crt"), cert: file("admin.crt"), key: file("admin.key") });
});
afterAll(async () => {
  session.destroy();
  server.child.kill("SIGKILL");
  await server.ended();
  rmSync(folder, { recursive: true, force: true });
});

interface HeldRequest {
  /** Sends the rest of the body, and returns the response. */
  readonly finish: () => Promise<{ readonly status: number; readonly text: string }>;
}

/** Sends a request without the last byte of its body. */
function hold(method: string, path: string, headers: Readonly<Record<string, string>>, body?: string): HeldRequest {
  const stream = session.request({ ":method": method, ":path": path, ...headers });
  let status = 0;
  stream.on("response", (headers) => (status = Number(headers[":status"])));
  if (body !== undefined) stream.write(body.slice(0, -1));
  return {
    async finish() {
      stream.end(body?.slice(-1));
      let text = "";
      for await (const chunk of stream.setEncoding("utf8") as AsyncIterable<string>) text += chunk;
      return { status, text };
    },
  };
}

function send(...request: Parameters<typeof hold>): Promise<{ readonly status: number; readonly text: string }> {
  return hold(...request).finish();
}

const yaml = { "content-type": "application/yaml" };
const create = (body: string) => send("POST", `${toppings}?fieldValidation=Ignore`, yaml, body);
// The server reads texts of more than 128 KiB in other threads than shorter ones.
const numbers = `[${"1, ".repeat(45_000)}1]`;

test("other requests get responses while the server reads long YAML", async () => {
  const finished: string[] = [];
  const long = create(`metadata: {name: long}\nspec: {cost: 1}\nunknown: ${numbers}\n`).then(({ status }) =>
    finished.push(`long ${status}`),
  );
  await send("GET", toppings, {}).then(({ status }) => finished.push(`short ${status}`));
  await long;
  expect(finished).toEqual(["short 200", "long 201"]);
});

test("errors in long YAML contain the line", async () => {
  const { status, text } = await create(`unknown: ${numbers}\nmetadata:\n  name: [a\n`);
  const { message } = JSON.parse(text) as { readonly message: string };
  expect([status, message]).toEqual([
    400,
    expect.stringMatching(/^the object provided is unrecognized \(must be of type Topping\): yaml: line \d: /),
  ]);
});

test("the server accepts JSON as YAML", async () => {
  const { status, text } = await create(
    JSON.stringify({ unknown: "x".repeat(20_000), metadata: { name: "json" }, spec: { cost: 1 } }),
  );
  expect([status, text]).toEqual([201, expect.stringContaining('"name":"json"')]);
});

test("the server sends long responses as YAML", async () => {
  const note = `${"long ".repeat(30_000)}: yes`;
  const made = await send(
    "POST",
    toppings,
    {},
    JSON.stringify({ metadata: { name: "noted", annotations: { note } }, spec: { cost: 1 } }),
  );
  expect(made.status).toBe(201);
  for (const path of [`${toppings}/noted`, toppings]) {
    const [asYAML, asJSON] = await Promise.all([
      send("GET", path, { accept: "application/yaml" }),
      send("GET", path, {}),
    ]);
    expect(parse(asYAML.text)).toEqual(JSON.parse(asJSON.text));
  }
});

test("the YAML of a user does not wait for the long YAML of another user", async () => {
  const finished: string[] = [];
  const dryRun = (name: string, items: number, headers: Readonly<Record<string, string>> = {}) => {
    const body = `metadata: {name: ${name}}\nspec: {cost: 1}\na:\n${"- a: b\n".repeat(items)}`;
    const path = `${toppings}?dryRun=All&fieldValidation=Ignore`;
    const request = hold("POST", path, { ...yaml, ...headers }, body);
    return () => request.finish().then(({ status }) => finished.push(`${name} ${status}`));
  };
  // A job waits at most 30 seconds, so the queue is as short as possible: one runs, and one waits.
  const others = ["first", "second"].map((name) => dryRun(name, 20_000));
  const bob = dryRun("bob", 1_500, { "impersonate-user": "bob", "impersonate-group": "system:masters" });
  // The frames of a session arrive in order, so the server has all bodies when it has this request.
  await send("GET", toppings, {});
  const running = others.map((finish) => finish());
  await bob();
  expect(finished.length).toBeLessThan(3);
  await Promise.all(running);
  expect(finished.toSorted()).toEqual(["bob 201", "first 201", "second 201"]);
});
