import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createLog, parseOptionsOf, startAPIServer, type RunningServer } from "@apimachinery/apiserver";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { subcommands } from "../../apiserver/run/subcommands/all.js";
import { openEmbeddedStorage } from "../../apiserver/storage/index.js";
import { pizzaServer } from "../../cmd/pizza-apiserver/server.js";
import { APIClient } from "./process/api-client.js";

const group = "restaurant.programming-kubernetes.info";
const prefix = `/registry/pizza-apiserver.programming-kubernetes.info/${group}`;

let folder = "";
let server: RunningServer | undefined;
let client: APIClient | undefined;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "apimachinery-migrate-"));
});
afterEach(async () => {
  client?.close();
  client = undefined;
  await server?.stop();
  server = undefined;
  rmSync(folder, { recursive: true, force: true });
});

const dataDir = () => `--data-dir=${folder}/data`;

/** Runs a subcommand in this process. */
async function run(...[name, ...args]: readonly string[]): Promise<{ code: number; out: string; err: string }> {
  const result = { code: -1, out: "", err: "" };
  const subcommand = subcommands.find((one) => one.name === name);
  result.code =
    (await subcommand?.run(pizzaServer, args, {
      out: (text) => (result.out += text),
      err: (text) => (result.err += text),
    })) ?? -1;
  return result;
}

function pizza(name: string, version: string): string {
  const toppings = version === "v1alpha1" ? ["salami"] : [{ name: "salami", quantity: 1 }];
  return `${JSON.stringify({
    kind: "Pizza",
    apiVersion: `${group}/${version}`,
    metadata: { name, namespace: "default", uid: `uid-${name}`, creationTimestamp: "2026-01-01T00:00:00Z" },
    spec: { toppings },
    status: {},
  })}\n`;
}

/** Stores three pizzas of an earlier storage version and one of the current one. */
async function fill(extra: Readonly<Record<string, string>> = {}): Promise<void> {
  const storage = await openEmbeddedStorage({ directory: join(folder, "data", "store") });
  for (const name of ["a", "b", "c"])
    await storage.create(`${prefix}/pizzas/default/${name}`, Buffer.from(pizza(name, "v1beta1")));
  await storage.create(`${prefix}/pizzas/default/d`, Buffer.from(pizza("d", "v1alpha1")));
  for (const [name, text] of Object.entries(extra))
    await storage.create(`${prefix}/pizzas/default/${name}`, Buffer.from(text));
  await storage.close();
}

async function storedTexts(): Promise<ReadonlyMap<string, string>> {
  const storage = await openEmbeddedStorage({ directory: join(folder, "data", "store") });
  const { items } = await storage.list(`${prefix}/pizzas/`);
  await storage.close();
  return new Map(items.map(({ key, value }) => [key.slice(key.lastIndexOf("/") + 1), Buffer.from(value).toString()]));
}

async function start(...flags: readonly string[]): Promise<APIClient> {
  const args = [
    "--bind-address=127.0.0.1",
    "--disable-admission-plugins=PizzaToppings",
    "--secure-port=0",
    `--write-kubeconfig=${folder}/kubeconfig`,
    dataDir(),
  ];
  const parsed = parseOptionsOf(pizzaServer, [...args, ...flags], { out: () => undefined, err: () => undefined });
  if ("exitCode" in parsed) throw new Error("invalid flags");
  server = await startAPIServer(
    pizzaServer,
    parsed.options,
    createLog({ v: 0, loggingFormat: "text" }, () => undefined),
  );
  client = new APIClient(server.url, `${folder}/kubeconfig`);
  return client;
}

const table = (...rows: readonly (readonly [resource: string, version: string, objects: number])[]) =>
  `RESOURCE${" ".repeat(42)}VERSION${" ".repeat(43)}OBJECTS\n${rows
    .map(
      ([name, version, objects]) => `${`${name}.${group}`.padEnd(50)}${`${group}/${version}`.padEnd(50)}${objects}\n`,
    )
    .join("")}`;
const before = table(["pizzas", "v1alpha1", 1], ["pizzas", "v1beta1", 3], ["toppings", "v1alpha1", 0]);
const after = table(["pizzas", "v1alpha1", 4], ["toppings", "v1alpha1", 0]);

describe("migrate --storage-version", () => {
  test("with the server down, it writes the objects of other versions again", async () => {
    await fill();
    const { code, out, err } = await run("migrate", "--storage-version", dataDir());
    expect({ code, err }).toEqual({ code: 0, err: "" });
    expect(out).toMatch(/\n[34] objects written again\n/);
    expect(out.replace(/\n\d objects written again\n\n/, "")).toBe(before + after);
    const texts = await storedTexts();
    for (const text of texts.values()) expect(text).toContain(`"apiVersion":"${group}/v1alpha1"`);
    const again = await run("migrate", "--storage-version", dataDir());
    expect(again.out).toContain("\n0 objects written again\n");
    expect(await storedTexts()).toEqual(texts);
  });

  test.each([["with a watch cache"], ["without a watch cache", "--watch-cache=false"]])(
    "with the server up, it sends requests to the server, %s",
    async (_, ...flags) => {
      await fill();
      const api = await start(...flags);
      expect(await versions(api)).toEqual({ v1alpha1: 1, v1beta1: 3 });
      const { code, out, err } = await run("migrate", "--storage-version", dataDir());
      expect({ code, err }).toEqual({ code: 0, err: "" });
      expect(out).toBe(`${before}\n4 objects checked by the running server\n\n${after}`);
      expect(await versions(api)).toEqual({ v1alpha1: 4 });
      const revision = await revisionOf(api);
      expect((await run("migrate", "--storage-version", dataDir(), `--kubeconfig=${folder}/kubeconfig`)).code).toBe(0);
      expect(await revisionOf(api)).toBe(revision);
    },
  );

  test("an object that cannot be read is an error, and all other objects are written", async () => {
    await fill({ broken: "{" });
    const { code, out, err } = await run("migrate", "--storage-version", dataDir());
    expect(code).toBe(1);
    expect(err).toMatch(/^error: .*object not decodable revision=\d+/);
    expect(out).toContain("unknown ");
    expect((await storedTexts()).get("a")).toContain("v1alpha1");
  });

  test("a folder without a store is an error", async () => {
    const { code, err } = await run("migrate", "--storage-version", dataDir());
    expect(code).toBe(1);
    expect(err).toContain(`--data-dir: ${folder}/data has no embedded store`);
  });
});

/** Returns the numbers of pizzas by the version in which they are stored, from the metrics. */
async function versions(api: APIClient): Promise<Readonly<Record<string, number>>> {
  const text = await api.text("/metrics");
  const lines = text.matchAll(
    /^apiserver_storage_objects_by_version\{resource="pizzas\.[^"]*",version="[^"]*\/(\w+)"\} (\d+)$/gm,
  );
  return Object.fromEntries([...lines].map(([, version = "", count]) => [version, Number(count)]));
}

async function revisionOf(api: APIClient): Promise<unknown> {
  return (await api.send("GET", `/apis/${group}/v1alpha1/pizzas`)).json["metadata"]?.["resourceVersion"];
}

describe("wrong flags of migrate", () => {
  test.each([
    [[], "--from and --to, or --storage-version must be specified"],
    [["--from=embedded"], "--to must be specified"],
    [["--to=etcd3", "--etcd-servers=http://127.0.0.1:1"], "--from must be specified"],
    [["--from=embedded", "--to=etcd3"], "--etcd-servers must be specified"],
    [["--from=embedded", "--to=embedded"], "--from and --to must differ: both are embedded"],
    [["--from=memory", "--to=etcd3"], 'invalid argument "memory" for "--from" flag: allowed values: embedded, etcd3'],
    [["--storage-version", "--from=embedded"], "--storage-version cannot be used with --from and --to"],
    [["--storage-versions"], "unknown flag: --storage-versions (did you mean --storage-version?)"],
    [["--storage-version", "--etcd-prefix=x"], '--etcd-prefix "x" must begin with a slash and not end with one'],
  ])("%s", async (args, message) => {
    const { code, err, out } = await run("migrate", ...args);
    expect({ code, out }).toEqual({ code: 1, out: "" });
    expect(err).toContain(`error: ${message}\n`);
    expect(err).toContain("Run 'pizza-apiserver migrate --help' for usage.\n");
  });
});
