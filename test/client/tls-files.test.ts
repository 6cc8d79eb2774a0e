import { generateKeyPairSync } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { defaultClientConfig, reasonOf, RESTClient, type TLSConfig } from "@apimachinery/client";
import { afterAll, afterEach, beforeEach, expect, test, vi } from "vitest";
import { Kinds } from "../../apis/restaurant/v1alpha1/zz_generated.register.js";
import { createAuthority } from "../../apiserver/certificates/authority.js";
import { administrator, authority, PizzaServer, stranger } from "./pizza-server.js";

const server = await PizzaServer.start();
const folder = mkdtempSync(join(tmpdir(), "client-tls-"));
const file = (name: string) => join(folder, name);
const files: TLSConfig = { caFile: file("ca.crt"), certificateFile: file("tls.crt"), keyFile: file("tls.key") };
const clients: RESTClient[] = [];

beforeEach(() => {
  write({ "ca.crt": authority.certificate, "tls.crt": administrator.certificate, "tls.key": administrator.key });
});
afterEach(async () => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
  for (const client of clients.splice(0)) await client.close();
});
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

function write(texts: Readonly<Record<string, string>>): void {
  for (const [name, text] of Object.entries(texts)) writeFileSync(file(name), text);
}

function clientWith(tls: TLSConfig): RESTClient {
  const client = new RESTClient(server.config({ tls }));
  clients.push(client);
  return client;
}

/** Returns `ok`, or the error of a list request. Only the administrator may list. */
const outcome = (client: RESTClient) =>
  client
    .resource(Kinds.Topping)
    .list()
    .then(
      () => "ok",
      (error: unknown) => reasonOf(error) || (error as Error).message.replace(/^.*: /, ""),
    );

function afterMinutes(minutes: number): void {
  const now = Date.now() + minutes * 60_000;
  vi.spyOn(Date, "now").mockImplementation(() => now);
}

test("the client uses changed certificates after a minute, unless certificate and key do not match", async () => {
  const client = clientWith(files);
  expect(await outcome(client)).toBe("ok");
  const { privateKey } = generateKeyPairSync("ed25519");
  write({ "tls.key": privateKey.export({ type: "pkcs8", format: "pem" }).toString() });
  afterMinutes(1);
  expect(await outcome(client)).toBe("ok");
  write({ "tls.crt": stranger.certificate, "tls.key": administrator.key });
  afterMinutes(1);
  expect(await outcome(client)).toBe("ok");
  write({ "tls.key": stranger.key });
  expect(await outcome(client)).toBe("ok");
  afterMinutes(1);
  expect(await outcome(client)).toBe("Forbidden");
});

test("an open watch continues after a change of certificates, and ends when the client is closed", async () => {
  const client = clientWith(files);
  const watch = await client.resource(Kinds.Topping).watch();
  write({ "tls.crt": stranger.certificate, "tls.key": stranger.key });
  afterMinutes(1);
  expect(await outcome(client)).toBe("Forbidden");
  const administered = clientWith(server.config().tls ?? {});
  await administered.resource(Kinds.Topping).create({
    apiVersion: "restaurant.programming-kubernetes.info/v1alpha1",
    kind: "Topping",
    metadata: { name: "basil" },
    spec: { cost: 1 },
  });
  for await (const event of watch) {
    expect(event.type).toBe("ADDED");
    break;
  }
  const another = await administered.resource(Kinds.Topping).watch();
  await administered.close();
  await expect(another[Symbol.asyncIterator]().next()).rejects.toThrow();
});

test("after the server refused a certificate, the next request reads the files", async () => {
  const other = await createAuthority("other");
  write({ "ca.crt": other.certificate });
  const client = clientWith(files);
  expect(await outcome(client)).not.toBe("ok");
  write({ "ca.crt": authority.certificate });
  expect(await outcome(client)).toBe("ok");
});

test("an empty file of authorities is refused, and the client does not trust the system's authorities", async () => {
  const client = clientWith(files);
  expect(await outcome(client)).toBe("ok");
  write({ "ca.crt": "", "tls.crt": stranger.certificate, "tls.key": stranger.key });
  afterMinutes(1);
  expect(await outcome(client)).toBe("ok");
  write({ "ca.crt": authority.certificate });
  afterMinutes(2);
  expect(await outcome(client)).toBe("Forbidden");
  write({ "ca.crt": "" });
  await expect(clientWith(files).resource(Kinds.Topping).list()).rejects.toThrow(
    `unable to load root certificates: ${JSON.stringify(file("ca.crt"))} contains no PEM certificate`,
  );
});

test("after a failed connection to the server, the client uses changed certificates", async () => {
  vi.stubEnv("HTTPS_PROXY", "no url");
  const client = clientWith(files);
  expect(await outcome(client)).not.toBe("ok");
  write({ "tls.crt": stranger.certificate, "tls.key": stranger.key });
  afterMinutes(1);
  expect(await outcome(client)).not.toBe("ok");
});

test("missing files are an error, unless the configuration contains their content", async () => {
  rmSync(file("ca.crt"));
  expect(await outcome(clientWith(files))).toContain(`open '${file("ca.crt")}'`);
  expect(await outcome(clientWith({ ...files, ...server.config().tls }))).toBe("ok");
});

test("the client also reads the files of a kubeconfig again", async () => {
  const entries = [
    `clusters: [{ name: k, cluster: { server: "${server.url}", certificate-authority: ca.crt } }]`,
    "users: [{ name: u, user: { client-certificate: tls.crt, client-key: tls.key } }]",
    "contexts: [{ name: c, context: { cluster: k, user: u } }]",
    "current-context: c",
  ];
  writeFileSync(file("config"), entries.join("\n"));
  const { config } = await defaultClientConfig({ kubeconfig: file("config") });
  expect(config.tls).toEqual({
    ca: authority.certificate,
    certificate: administrator.certificate,
    key: administrator.key,
    ...files,
  });
});
