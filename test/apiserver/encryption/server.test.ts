import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  createLog,
  namespaceGroup,
  secretGroup,
  parseOptionsOf,
  startAPIServer,
  type RunningServer,
  type ServerDefinition,
} from "@apimachinery/apiserver";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { subcommands } from "../../../apiserver/run/subcommands/all.js";
import { openEmbeddedStorage } from "../../../apiserver/storage/index.js";
import { keyPrefix, pizzaServer } from "../../../cmd/pizza-apiserver/server.js";
import { textOf, toppings } from "../harness.js";
import { APIClient, itemsOf } from "../process/api-client.js";
import { identity, provider, writeConfiguration } from "./keys.js";
import { eventually } from "../../eventually.js";

const prefix = `${keyPrefix}/restaurant.programming-kubernetes.info/toppings/`;
const resource = "toppings.restaurant.programming-kubernetes.info";

let folder = "";
let server: RunningServer | undefined;
let client: APIClient | undefined;
let logged = "";

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "encryption-"));
  logged = "";
});
afterEach(async () => {
  await stop();
  rmSync(folder, { recursive: true, force: true });
});

const file = () => join(folder, "encryption.yaml");
const config = () => `--encryption-provider-config=${file()}`;
const configure = (...providers: readonly string[]) => {
  writeConfiguration(file(), providers, resource);
};

async function stop(): Promise<void> {
  client?.close();
  await server?.stop();
  [client, server] = [undefined, undefined];
}

/** A server with kinds of the core group, too. */
const definition: ServerDefinition = { ...pizzaServer, groups: [...pizzaServer.groups, namespaceGroup, secretGroup] };

async function start(...flags: readonly string[]): Promise<APIClient> {
  const args = [
    "--bind-address=127.0.0.1",
    "--secure-port=0",
    `--write-kubeconfig=${folder}/kubeconfig`,
    `--data-dir=${folder}/data`,
  ];
  const parsed = parseOptionsOf(definition, [...args, ...flags], { out: () => undefined, err: () => undefined });
  if ("exitCode" in parsed) throw new Error("invalid flags");
  const log = createLog({ v: 0, loggingFormat: "text" }, (line) => (logged += line));
  server = await startAPIServer(definition, parsed.options, log);
  client = new APIClient(server.url, `${folder}/kubeconfig`);
  return client;
}

/** Runs a subcommand in this process. */
async function run(...[name, ...args]: readonly string[]): Promise<{ code: number; out: string; err: string }> {
  const result = { code: -1, out: "", err: "" };
  const subcommand = subcommands.find((one) => one.name === name);
  result.code =
    (await subcommand?.run(definition, args, {
      out: (text) => (result.out += text),
      err: (text) => (result.err += text),
    })) ?? -1;
  return result;
}

/**
 * Returns the beginnings of the stored values by the names of the objects. The server must not run.
 */
async function stored(data = "data"): Promise<Readonly<Record<string, string>>> {
  const storage = await openEmbeddedStorage({ directory: join(folder, data, "store") });
  const { items } = await storage.list(prefix);
  await storage.close();
  return Object.fromEntries(
    items.map(({ key, value }) => [
      key.slice(prefix.length),
      Buffer.from(value)
        .toString("latin1")
        .replace(/^(k8s:enc:\w+:v1:\w+:|\{).*$/s, "$1"),
    ]),
  );
}

/** Returns the stored value of a key. The server must not run. */
async function read(key: string): Promise<string> {
  const storage = await openEmbeddedStorage({ directory: join(folder, "data", "store") });
  const { item } = await storage.get(key);
  await storage.close();
  return Buffer.from(item?.value ?? []).toString("latin1");
}

const topping = (name: string) => ({ metadata: { name }, spec: { cost: 1 } });
const create = (api: APIClient, name: string) => api.send("POST", toppings, topping(name));
const names = async (api: APIClient) =>
  itemsOf(await api.send("GET", toppings)).map(({ metadata }) => textOf(metadata?.["name"]));

/** Sends an object as it is, and reports whether this has changed its revision. */
async function rewrites(api: APIClient, name: string): Promise<boolean> {
  const before = await api.send("GET", `${toppings}/${name}`);
  const after = await api.send("PUT", `${toppings}/${name}`, before.json);
  expect(after.status).toBe(200);
  return before.json["metadata"]?.["resourceVersion"] !== after.json["metadata"]?.["resourceVersion"];
}

describe.each([["with a watch cache"], ["without a watch cache", "--watch-cache=false"]])(
  "a server %s",
  (_, ...flags) => {
    test("encryption is enabled, a key is rotated and removed, and encryption is disabled", async () => {
      const old = await start(...flags);
      await create(old, "plain");
      await stop();
      expect(await stored()).toEqual({ plain: "{" });

      configure(provider("aescbc", "one"), identity);
      const enabled = await start(config(), ...flags);
      await create(enabled, "new");
      expect(await names(enabled)).toEqual(["new", "plain"]);
      await stop();
      expect(await stored()).toEqual({ new: "k8s:enc:aescbc:v1:one:", plain: "{" });

      const again = await start(config(), ...flags);
      expect([await rewrites(again, "new"), await rewrites(again, "plain")]).toEqual([false, true]);
      expect(await rewrites(again, "plain")).toBe(false);
      await stop();
      expect(await stored()).toEqual({ new: "k8s:enc:aescbc:v1:one:", plain: "k8s:enc:aescbc:v1:one:" });

      configure(provider("secretbox", "two"), provider("aescbc", "one"));
      const rotated = await start(config(), ...flags);
      expect(await rewrites(rotated, "new")).toBe(true);
      const migrated = await run("migrate", "--storage-version", `--data-dir=${folder}/data`);
      expect({ code: migrated.code, err: migrated.err }).toEqual({ code: 0, err: "" });
      await stop();
      expect(await stored()).toEqual({ new: "k8s:enc:secretbox:v1:two:", plain: "k8s:enc:secretbox:v1:two:" });

      configure(identity, provider("secretbox", "two"));
      const offline = await run("migrate", "--storage-version", `--data-dir=${folder}/data`, config());
      expect(offline.out).toContain("\n2 objects written again\n");
      expect(await stored()).toEqual({ new: "{", plain: "{" });
      expect(await names(await start(...flags))).toEqual(["new", "plain"]);
    });

    test("without the key, objects are errors as in Kubernetes, and can be deleted", async () => {
      configure(provider("aesgcm", "one"));
      const writer = await start(config(), ...flags);
      await create(writer, "a");
      await create(writer, "b");
      await stop();
      for (const [providers, why] of [
        [[provider("aesgcm", "two")], "no matching key was found for the provided AES transformer"],
        [[provider("secretbox", "two"), identity], "no matching prefix found"],
        [[], "identity transformer tried to read encrypted data"],
      ] as const) {
        if (providers.length > 0) configure(...providers);
        const reader = await start(...(providers.length > 0 ? [config()] : []), ...flags);
        const reason = `data from the storage is not transformable revision=0: ${why}`;
        const get = await reader.send("GET", `${toppings}/a`);
        expect([get.status, get.json["reason"]]).toEqual([500, "InternalError"]);
        expect(get.json["message"]).toContain(`corrupt object, Code: 7, Key: ${prefix}a,`);
        expect(get.json["message"]).toContain(reason);
        const list = await reader.send("GET", toppings);
        expect([list.status, list.json["reason"]]).toEqual([500, "StorageReadError"]);
        expect(list.json["message"]).toContain(reason);
        await stop();
      }
      const last = await start(...flags);
      const unsafe = "ignoreStoreReadErrorWithClusterBreakingPotential=true";
      expect((await last.send("DELETE", `${toppings}/a?${unsafe}`)).status).toBe(200);
      await stop();
      configure(provider("aesgcm", "one"));
      expect(await names(await start(config(), ...flags))).toEqual(["b"]);
    });
  },
);

test("with automatic reload, a changed file takes effect without a restart; an invalid one is logged", async () => {
  configure(provider("aesgcm", "one"));
  const api = await start(config(), "--encryption-provider-config-automatic-reload");
  await create(api, "a");
  configure(provider("secretbox", "two"), provider("aesgcm", "one"));
  await eventually(() => logged.includes("Encryption configuration reloaded"));
  expect([await rewrites(api, "a"), await rewrites(api, "a")]).toEqual([true, false]);
  configure("nothing\n");
  await eventually(() => logged.includes("the previous configuration stays in use"));
  expect(logged).toContain(file());
  await create(api, "b");
  const metrics = await api.text("/metrics");
  for (const line of [
    `apiserver_storage_transformation_operations_total{resource="${resource}",transformation_type="to_storage",transformer_prefix="k8s:enc:aesgcm:v1:",status="OK"} 1`,
    `apiserver_storage_transformation_operations_total{resource="${resource}",transformation_type="to_storage",transformer_prefix="two:",status="OK"} 2`,
    'apiserver_storage_transformation_duration_seconds_count{transformation_type="to_storage",transformer_prefix="k8s:enc:secretbox:v1:"} 2',
  ])
    expect(metrics).toContain(line);
  expect(metrics).toMatch(/automatic_reloads_total\{status="success",apiserver_id_hash="sha256:\w+"\} [1-9]/);
  expect(metrics).toMatch(/automatic_reloads_total\{status="failure",apiserver_id_hash="sha256:\w+"\} [1-9]/);
  await stop();
  expect(await stored()).toEqual({ a: "k8s:enc:secretbox:v1:two:", b: "k8s:enc:secretbox:v1:two:" });
});

test("a key that returns makes objects readable again, and watches continue", async () => {
  configure(provider("aesgcm", "one"));
  await create(await start(config()), "a");
  await stop();
  configure(provider("aesgcm", "two"));
  const api = await start(config(), "--encryption-provider-config-automatic-reload");
  expect((await api.send("GET", toppings)).status).toBe(500);
  configure(provider("aesgcm", "two", "one"));
  await eventually(async () => (await api.send("GET", toppings)).status === 200);
  expect(await names(api)).toEqual(["a"]);
  expect(await rewrites(api, "a")).toBe(true);
});

test("a backup has the encrypted values, and a restored store needs the same configuration", async () => {
  configure(provider("aesgcm", "one"));
  await create(await start(config()), "a");
  const backup = await run("backup", `--data-dir=${folder}/data`, `--to=${folder}/backup`);
  expect(backup.code).toBe(0);
  await stop();
  expect((await run("restore", `--from=${folder}/backup`, `--data-dir=${folder}/restored`)).code).toBe(0);
  expect(await stored("restored")).toEqual({ a: "k8s:enc:aesgcm:v1:one:" });
  expect(await names(await start(config(), `--data-dir=${folder}/restored`))).toEqual(["a"]);
});

test("namespaces, whose keys have no group, are encrypted by the core group's wildcard", async () => {
  writeConfiguration(file(), [provider("aesgcm", "one"), identity], "*.");
  const api = await start(config());
  expect((await api.send("POST", "/api/v1/namespaces", { metadata: { name: "kitchen" } })).status).toBe(201);
  await create(api, "plain");
  await stop();
  const key = `${keyPrefix}/namespaces/kitchen`;
  expect(await read(key)).toMatch(/^k8s:enc:aesgcm:v1:one:/);
  expect(await stored()).toEqual({ plain: "{" });
  writeConfiguration(file(), [identity, provider("aesgcm", "one")], "namespaces");
  expect((await run("migrate", "--storage-version", `--data-dir=${folder}/data`, config())).code).toBe(0);
  expect(await read(key)).toMatch(/^\{"kind":"Namespace"/);
});

test("Secrets are encrypted by the name of their resource", async () => {
  writeConfiguration(file(), [provider("secretbox", "one")], "secrets");
  const api = await start(config());
  const secret = { metadata: { name: "oven" }, stringData: { password: "very hot" } };
  const path = "/api/v1/namespaces/default/secrets";
  expect((await api.send("POST", path, secret)).status).toBe(201);
  expect((await api.send("GET", `${path}/oven`)).json["data"]).toEqual({ password: "dmVyeSBob3Q=" });
  await stop();
  const stored = await read(`${keyPrefix}/secrets/default/oven`);
  expect(stored).toMatch(/^k8s:enc:secretbox:v1:one:/);
  expect(stored).not.toContain("dmVyeSBob3Q=");
});

test("a memory store is encrypted, too", async () => {
  configure(provider("aesgcm", "one"));
  const api = await start(config(), "--storage-backend=memory");
  await create(api, "a");
  expect(await names(api)).toEqual(["a"]);
  expect(await api.text("/metrics")).toContain('transformer_prefix="one:"');
});

test("an invalid configuration prevents the start, before files are created", async () => {
  configure("");
  await expect(start(config())).rejects.toThrow("resources[0].providers: Required value");
  await expect(start(`--encryption-provider-config=${folder}/missing`)).rejects.toThrow(
    "error reading encryption provider configuration file",
  );
  const reload = "--encryption-provider-config-automatic-reload";
  let err = "";
  parseOptionsOf(pizzaServer, [reload], { out: () => undefined, err: (text) => (err += text) });
  expect(err).toContain(`error: ${reload} must be set with --encryption-provider-config\n`);
});
