import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createLog, parseOptionsOf, startAPIServer, type RunningServer } from "@apimachinery/apiserver";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { Database } from "../../apiserver/storage/embedded/database.js";
import { openEmbeddedStorage } from "../../apiserver/storage/index.js";
import { pizzaServer } from "../../cmd/pizza-apiserver/server.js";
import { textOf, toppings } from "./harness.js";
import { APIClient, itemsOf, type APIResponse } from "./process/api-client.js";
import { eventually } from "../eventually.js";

const prefix = "/registry/pizza-apiserver.programming-kubernetes.info/restaurant.programming-kubernetes.info/toppings/";
const option = "ignoreStoreReadErrorWithClusterBreakingPotential=true";

let folder = "";
let server: RunningServer | undefined;
let client: APIClient | undefined;
let logged = "";

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "apimachinery-unreadable-"));
  logged = "";
});
afterEach(async () => {
  client?.close();
  client = undefined;
  await server?.stop();
  server = undefined;
  rmSync(folder, { recursive: true, force: true });
});

/** Writes objects into the store before a server opens it. */
async function store(texts: Readonly<Record<string, string>>): Promise<void> {
  const storage = await openEmbeddedStorage({ directory: join(folder, "data/store") });
  for (const [name, text] of Object.entries(texts)) await storage.create(prefix + name, Buffer.from(text));
  await storage.close();
}

function topping(name: string, filler: string): string {
  const metadata = {
    name,
    uid: `uid-${name}`,
    ownerReferences: [{ apiVersion: "v1", kind: "K", name: filler, uid: "u" }],
  };
  const apiVersion = "restaurant.programming-kubernetes.info/v1alpha1";
  return `${JSON.stringify({ kind: "Topping", apiVersion, metadata, spec: { cost: 1 } })}\n`;
}

/** Changes the first byte of every copy of a text in the data file. */
function damage(text: string): void {
  const file = join(folder, "data/store/data.mdb");
  const bytes = readFileSync(file);
  expect(bytes.includes(text)).toBe(true);
  for (let at = bytes.indexOf(text); at >= 0; at = bytes.indexOf(text, at + 1)) bytes[at] = "?".charCodeAt(0);
  writeFileSync(file, bytes);
}

/** Starts a server and waits until it is ready. */
async function start(...args: readonly string[]): Promise<APIClient> {
  const fixed = [
    "--bind-address=127.0.0.1",
    "--secure-port=0",
    `--data-dir=${folder}/data`,
    `--write-kubeconfig=${folder}/kubeconfig`,
  ];
  const parsed = parseOptionsOf(pizzaServer, [...fixed, ...args], {
    out: () => undefined,
    err: (text) => (logged += text),
  });
  if ("exitCode" in parsed) throw new Error(logged);
  server = await startAPIServer(
    pizzaServer,
    parsed.options,
    createLog({ v: 0, loggingFormat: "text" }, (line) => (logged += line)),
  );
  client = new APIClient(server.url, `${folder}/kubeconfig`);
  return client;
}

const names = (response: APIResponse) => itemsOf(response).map(({ metadata }) => textOf(metadata?.["name"]));

describe.each([
  ["with a watch cache", []],
  ["without a watch cache", ["--watch-cache=false"]],
] as const)("large and damaged records, %s", (_, flags) => {
  test("the server lists an object of 17 MB, and clients can make it smaller and delete it", async () => {
    await store({ large: topping("large", "x".repeat(17 << 20)), small: topping("small", "x") });
    const api = await start(...flags);
    expect(names(await api.send("GET", toppings))).toEqual(["large", "small"]);
    const filler = (bytes: number) => ({
      metadata: { ownerReferences: [{ apiVersion: "v1", kind: "K", name: "y".repeat(bytes), uid: "u" }] },
    });
    const patch = (bytes: number) =>
      api.send("PATCH", `${toppings}/large`, filler(bytes), { "content-type": "application/merge-patch+json" });
    expect((await patch(2 << 20)).status).toBe(200);
    expect((await patch((2 << 20) + 1)).status).toBe(413);
    expect((await patch(10)).status).toBe(200);
    expect((await api.send("DELETE", `${toppings}/large`)).status).toBe(200);
    expect(names(await api.send("GET", toppings))).toEqual(["small"]);
  });

  test("clients can delete an object of 17 MB, and read it at the revision before", async () => {
    await store({ large: topping("large", "x".repeat(17 << 20)), small: topping("small", "x") });
    const api = await start(...flags);
    expect((await api.send("DELETE", `${toppings}/large`)).status).toBe(200);
    expect(names(await api.send("GET", toppings))).toEqual(["small"]);
    expect(names(await api.send("GET", `${toppings}?resourceVersion=3&resourceVersionMatch=Exact`))).toEqual([
      "large",
      "small",
    ]);
  });

  test("a damaged byte of a record affects only its object: the log names it, and the option deletes it", async () => {
    await store({ a: topping("a", "first"), broken: topping("broken", "damage-me"), c: topping("c", "third") });
    damage("damage-me");
    const api = await start(...flags);

    expect((await api.send("GET", `${toppings}/a`)).status).toBe(200);
    expect((await api.send("POST", toppings, { metadata: { name: "d" }, spec: { cost: 1 } })).status).toBe(201);
    expect((await api.send("POST", toppings, { metadata: { name: "broken" }, spec: { cost: 1 } })).json).toMatchObject({
      code: 409,
      reason: "AlreadyExists",
    });
    const corrupt = `StorageError: corrupt object, Code: 7, Key: ${prefix}broken, ResourceVersion: 0, AdditionalErrorMsg: data from the storage is not transformable revision=0: the record of revision 3 is damaged: its checksum is wrong`;
    for (const [method, body] of [
      ["GET"],
      ["DELETE"],
      ["PUT", { metadata: { name: "broken" } }],
      ["PATCH", {}],
    ] as const) {
      const { json } = await api.send(
        method,
        `${toppings}/broken`,
        body,
        method === "PATCH" ? { "content-type": "application/merge-patch+json" } : {},
      );
      expect(json, method).toMatchObject({
        code: 500,
        reason: "InternalError",
        message: `Internal error occurred: ${corrupt}`,
      });
    }
    for (const accept of ["application/json", "application/json;as=Table;v=v1;g=meta.k8s.io,application/json"]) {
      const { json } = await api.send("GET", toppings, undefined, { accept });
      expect(json).toMatchObject({
        code: 500,
        reason: "StorageReadError",
        details: { causes: [{ field: `${prefix}broken`, message: corrupt }] },
      });
    }
    expect((await api.send("DELETE", toppings)).json["code"]).toBe(500);
    expect((await api.send("GET", `${toppings}/c`)).status).toBe(200);
    expect(logged).toContain(`${prefix}broken`);
    expect(logged).toContain("the record of revision 3 is damaged");

    expect((await api.send("DELETE", `${toppings}/broken?${option}`)).json).toMatchObject({
      status: "Success",
      details: { name: "broken", kind: "Topping" },
    });
    expect(names(await api.send("GET", toppings))).toEqual(["a", "c", "d"]);
    expect((await api.send("POST", toppings, { metadata: { name: "broken" }, spec: { cost: 1 } })).status).toBe(201);
  });

  test("a damaged index entry with any revision affects only its object", async () => {
    await store({ broken: topping("broken", "first"), c: topping("c", "third") });
    const database = new Database(join(folder, "data/store"));
    database.transactionSync(() => {
      database.putKey(`${prefix}broken`, { revision: 2 ** 52, deleted: false });
    });
    await database.close();
    const api = await start(...flags);
    for (const query of ["", "?resourceVersion=0"]) {
      const { json } = await api.send("GET", `${toppings}/broken${query}`);
      expect(json).toMatchObject({ code: 500, reason: "InternalError" });
      expect(json["message"]).toMatch(
        /^Internal error occurred: StorageError: corrupt object, .*index entry is damaged$/,
      );
    }
    for (const query of ["", "?resourceVersion=2&resourceVersionMatch=Exact"])
      expect((await api.send("GET", toppings + query)).json).toMatchObject({ code: 500, reason: "StorageReadError" });
    expect((await api.send("DELETE", `${toppings}/broken?${option}`)).status).toBe(200);
    expect(names(await api.send("GET", toppings))).toEqual(["c"]);
    expect(logged).not.toContain("panic");
  });

  test("after the deletion of a damaged record the server starts again, and compaction works", async () => {
    await store({ broken: topping("broken", "damage-me"), c: topping("c", "third") });
    damage("damage-me");
    const api = await start(...flags, "--etcd-compaction-interval=100ms");
    await api.send("DELETE", `${toppings}/broken?${option}`);
    const exact = `${toppings}?resourceVersion=3&resourceVersionMatch=Exact`;
    await eventually(async () => {
      expect((await api.send("GET", exact)).status).toBe(410);
    });
    await server?.stop();
    client?.close();
    expect(logged).not.toContain("compaction failed");
    const again = await start(...flags);
    expect(names(await again.send("GET", toppings))).toEqual(["c"]);
  });
});
