import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  createLog,
  newAPIGroup,
  parseOptionsOf,
  startAPIServer,
  storageMigrationGroup,
  type RunningServer,
  type ServerDefinition,
  type Storage,
} from "@apimachinery/apiserver";
import { Scheme } from "@apimachinery/runtime";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { openEmbeddedStorage } from "../../apiserver/storage/index.js";
import { restaurantGroup } from "../../cmd/pizza-apiserver/restaurant-group.js";
import { pizzaServer } from "../../cmd/pizza-apiserver/server.js";
import { eventually } from "../eventually.js";
import { InProcessServer, textOf, type Json } from "./harness.js";
import { APIClient, itemsOf } from "./process/api-client.js";

const group = "restaurant.programming-kubernetes.info";
const registry = "/registry/pizza-apiserver.programming-kubernetes.info";
const migrations = "/apis/storagemigration.k8s.io/v1/storageversionmigrations";
const definition: ServerDefinition = { ...pizzaServer, groups: [restaurantGroup, storageMigrationGroup] };

let folder = "";
let server: RunningServer | undefined;
let client: APIClient | undefined;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "apimachinery-storage-migration-"));
});
afterEach(async () => {
  client?.close();
  client = undefined;
  await server?.stop();
  server = undefined;
  rmSync(folder, { recursive: true, force: true });
});

function pizza(name: string, version: string): object {
  const toppings = version === "v1alpha1" ? ["salami"] : [{ name: "salami", quantity: 1 }];
  const metadata = { name, namespace: "default", uid: `uid-${name}`, creationTimestamp: "2026-01-01T00:00:00Z" };
  return { kind: "Pizza", apiVersion: `${group}/${version}`, metadata, spec: { toppings }, status: {} };
}

/** Stores three pizzas of an earlier storage version, one of the present one, and other objects. */
async function fill(others: Readonly<Record<string, object | string>> = {}): Promise<void> {
  const pizzas = Object.fromEntries(
    ["a", "b", "c", "d"].map((name) => [
      `${group}/pizzas/default/${name}`,
      pizza(name, name === "d" ? "v1alpha1" : "v1beta1"),
    ]),
  );
  const storage = await openEmbeddedStorage({ directory: join(folder, "data", "store") });
  for (const [key, object] of Object.entries({ ...pizzas, ...others }))
    await storage.create(
      `${registry}/${key}`,
      Buffer.from(typeof object === "string" ? object : `${JSON.stringify(object)}\n`),
    );
  await storage.close();
}

const withoutToppings = "--disable-admission-plugins=PizzaToppings";

async function start(...flags: readonly string[]): Promise<APIClient> {
  const args = ["--bind-address=127.0.0.1", "--secure-port=0", `--data-dir=${folder}/data`];
  const parsed = parseOptionsOf(definition, [...args, `--write-kubeconfig=${folder}/kubeconfig`, ...flags], {
    out: () => undefined,
    err: () => undefined,
  });
  if ("exitCode" in parsed) throw new Error("invalid flags");
  server = await startAPIServer(
    definition,
    parsed.options,
    createLog({ v: 0, loggingFormat: "text" }, () => undefined),
  );
  client = new APIClient(server.url, `${folder}/kubeconfig`);
  return client;
}

function migration(name: string, resource: object = { group, resource: "pizzas" }): object {
  return { metadata: { name }, spec: { resource } };
}

/** Waits until a migration no longer runs. */
async function ended(api: APIClient, name: string): Promise<Json> {
  let json: Json = {};
  await eventually(async () => {
    ({ json } = await api.send("GET", `${migrations}/${name}`));
    expect(conditionsOf(json)["Running"]?.["status"]).toBe("False");
  });
  return json;
}

function conditionsOf(json: Json): Readonly<Record<string, Json>> {
  const conditions = Object.values(json["status"]?.["conditions"] ?? {});
  return Object.fromEntries(conditions.map((condition) => [textOf(condition["type"]), condition]));
}

async function versions(api: APIClient): Promise<Readonly<Record<string, number>>> {
  const text = await api.text("/metrics");
  const lines = text.matchAll(
    /^apiserver_storage_objects_by_version\{resource="pizzas\.[^"]*",version="[^"]*\/(\w+)"\} (\d+)$/gm,
  );
  return Object.fromEntries([...lines].map(([, version = "", count]) => [version, Number(count)]));
}

const resourceVersionsOf = async (api: APIClient): Promise<readonly unknown[]> =>
  itemsOf(await api.send("GET", `/apis/${group}/v1alpha1/pizzas`)).map(({ metadata }) => metadata?.["resourceVersion"]);

describe("a StorageVersionMigration", () => {
  test("writes the objects of other versions again, and a second one changes nothing", async () => {
    await fill();
    const api = await start(withoutToppings);
    expect(await versions(api)).toEqual({ v1alpha1: 1, v1beta1: 3 });
    const before = await resourceVersionsOf(api);
    expect((await api.send("POST", migrations, migration("first"))).status).toBe(201);
    const first = await ended(api, "first");
    expect(conditionsOf(first)).toMatchObject({
      Running: { status: "False", reason: "MigrationCompleted", message: "Migration completed" },
      Succeeded: { status: "True", reason: "StorageVersionMigrationSucceeded", message: "Migration completed" },
    });
    expect(first["status"]?.["resourceVersion"]).toMatch(/^[1-9]\d*$/);
    expect(await versions(api)).toEqual({ v1alpha1: 4 });
    const after = await resourceVersionsOf(api);
    // The pizzas of v1beta1, a to c, are new, and the one of v1alpha1 is not.
    expect(after.map((version, index) => version === before[index])).toEqual([false, false, false, true]);
    await api.send("POST", migrations, migration("second"));
    expect(conditionsOf(await ended(api, "second"))["Succeeded"]?.["status"]).toBe("True");
    expect(await resourceVersionsOf(api)).toEqual(after);
    const table = await api.send("GET", migrations, undefined, {
      accept: "application/json;as=Table;v=v1;g=meta.k8s.io",
    });
    expect(Object.values(table.json["rows"] ?? {}).map(({ cells }) => cells)).toEqual([
      ["first", `pizzas.${group}`, "Succeeded"],
      ["second", `pizzas.${group}`, "Succeeded"],
    ]);
  });

  test("that ran when the server was killed is continued, and waiting ones follow, the oldest first", async () => {
    const stored = (name: string, second: number, status: object) => ({
      kind: "StorageVersionMigration",
      apiVersion: "storagemigration.k8s.io/v1",
      metadata: { name, uid: `uid-${name}`, creationTimestamp: `2026-01-01T00:00:0${second}Z` },
      spec: { resource: { group, resource: "pizzas" } },
      status,
    });
    const condition = {
      type: "Running",
      status: "True",
      reason: "MigrationRunning",
      message: "The migration is running",
    };
    await fill({
      "storagemigration.k8s.io/storageversionmigrations/b-waits": stored("b-waits", 1, {}),
      "storagemigration.k8s.io/storageversionmigrations/a-waits": stored("a-waits", 2, {}),
      "storagemigration.k8s.io/storageversionmigrations/runs": stored("runs", 3, {
        conditions: [{ ...condition, lastTransitionTime: "2026-01-01T00:00:04Z" }],
        resourceVersion: "4",
      }),
    });
    const api = await start(withoutToppings);
    const all = await Promise.all(["runs", "b-waits", "a-waits"].map((name) => ended(api, name)));
    expect(await versions(api)).toEqual({ v1alpha1: 4 });
    expect(all[0]?.["status"]?.["resourceVersion"]).toBe("4");
    const revisions = all.map((json) => Number(json["metadata"]?.["resourceVersion"]));
    expect(revisions).toEqual(revisions.toSorted((a, b) => a - b));
  });

  test("fails for an object that admission refuses, with the number of the others", async () => {
    await fill();
    const api = await start();
    await api.send("POST", migrations, migration("refused"));
    const { Failed, Running, Succeeded } = conditionsOf(await ended(api, "refused"));
    expect(Running?.["status"]).toBe("False");
    expect(Succeeded).toBeUndefined();
    expect(Failed?.["message"]).toBe(
      `4/4 not yet migrated. migration encountered unhandled error: pizzas.${group} "a" is forbidden: unknown topping: salami`,
    );
  });

  test("fails for an object that cannot be read, and names it", async () => {
    await fill({ [`${group}/pizzas/default/broken`]: "{" });
    const api = await start(withoutToppings);
    await api.send("POST", migrations, migration("unread"));
    expect(conditionsOf(await ended(api, "unread"))["Failed"]?.["message"]).toMatch(
      /^migration encountered unhandled error: failed to read one or more pizzas\..*default\/broken/,
    );
  });

  test("of a resource that the server does not have fails", async () => {
    await fill();
    const api = await start(withoutToppings);
    await api.send("POST", migrations, migration("unknown", { group, resource: "burgers" }));
    expect(conditionsOf(await ended(api, "unknown"))["Failed"]?.["message"]).toBe(
      "resource does not exist in discovery",
    );
  });
});

describe("wrong StorageVersionMigrations", () => {
  const local = new InProcessServer({
    groups: [
      (storage: Storage) =>
        newAPIGroup(storageMigrationGroup, { scheme: new Scheme(), storage, keyPrefix: "/registry/test" }),
    ],
  });

  const messageOf = (json: Json, name: string) =>
    textOf(json["message"]).replace(`StorageVersionMigration.storagemigration.k8s.io "${name}" is invalid: `, "");

  test.each([
    ["no spec", { metadata: { name: "a" } }, "spec.resource.resource: Required value: resource is required to be set"],
    [
      "a resource with capitals",
      migration("a", { group, resource: "Pizzas" }),
      /^spec\.resource\.resource: Invalid value: "Pizzas": a DNS-1035 label must consist of/,
    ],
    [
      "a group with spaces",
      migration("a", { group: "a b", resource: "pizzas" }),
      /^spec\.resource\.group: Invalid value: "a b": a lowercase RFC 1123 subdomain must consist of/,
    ],
    ["a name with capitals", migration("A"), /^metadata\.name: Invalid value: "A": a lowercase RFC 1123 subdomain/],
  ])("%s is refused", async (_, object, message) => {
    const { status, json } = await local.post(migrations, object);
    expect(status).toBe(422);
    const { name } = (object as { readonly metadata: { readonly name: string } }).metadata;
    if (typeof message === "string") expect(messageOf(json, name)).toBe(message);
    else expect(messageOf(json, name)).toMatch(message);
  });

  test("the spec cannot be changed, and a status in a write of the object is dropped", async () => {
    const { json } = await local.post(migrations, { ...migration("fixed"), status: { resourceVersion: "1" } });
    expect(json["status"]).toEqual({});
    expect(json["metadata"]).not.toHaveProperty("generation");
    const changed = { ...json, spec: { resource: { group, resource: "toppings" } } };
    const answer = await local.put(`${migrations}/fixed`, changed);
    expect(messageOf(answer.json, "fixed")).toBe(
      `spec: Invalid value: {"Resource":{"group":"${group}","resource":"toppings"}}: field is immutable`,
    );
  });

  test("a status must be well formed, and what it has reported stays", async () => {
    await local.post(migrations, migration("status"));
    const path = `${migrations}/status/status`;
    const patch = async (status: object) => {
      const answer = await local.patch(path, "merge-patch", { status });
      return answer.status === 200 ? "accepted" : messageOf(answer.json, "status");
    };
    const condition = (type: string, status: string) => ({
      ...{ type, status, reason: "R", message: "", lastTransitionTime: "2026-01-01T00:00:00Z" },
    });
    expect(await patch({ resourceVersion: "01" })).toBe(
      'status.resourceVersion: Invalid value: "01": resource version is not well formed: 01',
    );
    expect(await patch({ resourceVersion: "7" })).toBe("accepted");
    expect(await patch({ resourceVersion: "8" })).toBe(
      'status.resourceVersion: Invalid value: "8": field is immutable',
    );
    expect(await patch({ conditions: [condition("Failed", "True"), condition("Succeeded", "True")] })).toMatch(
      /Both success and failed conditions cannot be true at the same time$/,
    );
    expect(await patch({ conditions: [condition("Failed", "Maybe")] })).toBe(
      'status.conditions[0].status: Unsupported value: "Maybe": supported values: "False", "True", "Unknown"',
    );
    expect(await patch({ conditions: [{ ...condition("Failed", "True"), reason: "" }] })).toBe(
      "status.conditions[0].reason: Required value",
    );
    expect(await patch({ conditions: [condition("Succeeded", "True")] })).toBe("accepted");
    expect(await patch({ conditions: [condition("Succeeded", "False")] })).toMatch(
      /Success condition cannot be set to false once it is true$/,
    );
  });
});
