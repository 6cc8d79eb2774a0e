import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  createLog,
  InvalidOptionsError,
  parseOptionsOf,
  startAPIServer,
  type RunningServer,
  type ServerDefinition,
} from "@apimachinery/apiserver";
import { defaultClientConfig, RESTClient } from "@apimachinery/client";
import { addControllers, createController } from "@apimachinery/client/controller";
import { afterEach, beforeEach, expect, test } from "vitest";
import { restaurantGroup } from "../../cmd/pizza-apiserver/restaurant-group.js";
import { Kinds as restaurant } from "../../apis/restaurant/v1alpha1/zz_generated.register.js";
import { Kinds as cafe } from "../../examples/cafe/apis/cafe/v1/zz_generated.register.js";
import { Kinds as hub } from "../../apis/restaurant/zz_generated.register.js";
import { coffeeMachines } from "../../examples/cafe/src/coffee-machines.js";
import { cafeGroup } from "./cafe-group.js";

const base: ServerDefinition = {
  name: "both-apiserver",
  description: "Serves two groups.",
  version: "v2.3.4-rc.1",
  groups: [restaurantGroup, cafeGroup],
};
const quiet = createLog({ v: 0, loggingFormat: "text" }, () => undefined);

let folder = "";
const running: RunningServer[] = [];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "apimachinery-run-"));
});
afterEach(async () => {
  for (const server of running.splice(0)) await server.stop();
  rmSync(folder, { recursive: true, force: true });
});

function optionsOf(definition: ServerDefinition, ...args: readonly string[]) {
  const errors: string[] = [];
  const fixed = [
    "--bind-address=127.0.0.1",
    "--secure-port=0",
    `--data-dir=${folder}/data`,
    `--write-kubeconfig=${folder}/data/kubeconfig`,
  ];
  const parsed = parseOptionsOf(definition, [...fixed, ...args], {
    out: () => undefined,
    err: (text) => errors.push(text),
  });
  if ("exitCode" in parsed) throw new Error(errors.join(""));
  return parsed.options;
}

async function start(definition: ServerDefinition, ...args: readonly string[]): Promise<RESTClient> {
  const server = await startAPIServer(definition, optionsOf(definition, ...args), quiet);
  running.push(server);
  const { config } = await defaultClientConfig({ kubeconfig: join(folder, "data/kubeconfig") });
  return new RESTClient(config);
}

test("the groups of one server share a scheme and have separate prefixes in one store", async () => {
  const client = await start(base);
  await client.resource(restaurant.Topping).create({
    apiVersion: "restaurant.programming-kubernetes.info/v1alpha1",
    kind: "Topping",
    metadata: { name: "basil" },
    spec: { cost: 1 },
  });
  expect((await client.resource(cafe.Machine).list()).items).toEqual([]);
  expect((await client.resource(restaurant.Topping).list()).items.map(({ metadata }) => metadata.name)).toEqual([
    "basil",
  ]);
  expect(JSON.parse(await client.text({ method: "GET", path: "/version" }))).toMatchObject({
    major: "2",
    minor: "3",
    gitVersion: "v2.3.4-rc.1",
  });
  expect(JSON.parse(await client.text({ method: "GET", path: "/openapi/v3/apis/cafe.example.com/v1" }))).toMatchObject({
    info: { title: "both-apiserver", version: "v2.3.4-rc.1" },
  });
  await client.close();
});

test("a server with a version of Kubernetes reports it, and documents its own API with its own version", async () => {
  const client = await start({ ...base, kubernetesVersion: "1.37" }, "--storage-backend=memory");
  const gitVersion = "v1.37.0+both-apiserver-2.3.4-rc.1";
  expect(JSON.parse(await client.text({ method: "GET", path: "/version" }))).toMatchObject({
    major: "1",
    minor: "37",
    gitVersion,
  });
  expect(await client.text({ method: "GET", path: "/metrics" })).toContain(`git_version="${gitVersion}"`);
  expect(JSON.parse(await client.text({ method: "GET", path: "/openapi/v2" }))).toMatchObject({
    info: { version: "v2.3.4-rc.1" },
  });
  await client.close();
});

test("controllers of groups and of the server reconcile, and /metrics has their metrics", async () => {
  const newController = (name: string) =>
    createController({ name, for: restaurant.Topping, reconcile: async () => {} });
  const definition: ServerDefinition = {
    ...base,
    groups: [
      cafeGroup,
      {
        ...restaurantGroup,
        extend: (context) => {
          addControllers([newController("of-group")], context);
        },
      },
    ],
    extend: (server, context) => {
      addControllers([newController("of-server")], { server, ...context });
    },
  };
  const client = await start(definition, "--storage-backend=memory");
  await client.resource(restaurant.Topping).create({
    apiVersion: "restaurant.programming-kubernetes.info/v1alpha1",
    kind: "Topping",
    metadata: { name: "basil" },
    spec: { cost: 1 },
  });
  await expect
    .poll(async () => (await client.text({ method: "GET", path: "/metrics" })).split("\n"))
    .toEqual(
      expect.arrayContaining(
        ["of-group", "of-server"].flatMap((name) => [
          `controller_runtime_reconcile_total{controller="${name}",result="success"} 1`,
          `workqueue_adds_total{name="${name}"} 1`,
        ]),
      ),
    );
  await client.close();
});

test("title and version of the OpenAPI documents come from the definition if it sets them", async () => {
  const infoOf = async (
    openAPI: NonNullable<ServerDefinition["openAPI"]>,
    path = "/openapi/v3/apis/cafe.example.com/v1",
  ) => {
    const client = await start({ ...base, openAPI }, "--storage-backend=memory");
    const text = await client.text({ method: "GET", path });
    await client.close();
    return (JSON.parse(text) as { info: unknown }).info;
  };
  expect(await infoOf({ title: "Both kitchens", version: "2025-01" })).toEqual({
    title: "Both kitchens",
    version: "2025-01",
  });
  expect(await infoOf({ title: "Both kitchens" }, "/openapi/v2")).toEqual({
    title: "Both kitchens",
    version: "v2.3.4-rc.1",
  });
});

test("an extension adds hooks and checks, and receives the client for requests to its server", async () => {
  const names: string[] = [];
  const client = await start({
    ...base,
    extend: (server, { client: own, scheme }) => {
      server.addReadyzChecks({
        name: "milk",
        check: () => {
          throw new Error("none left");
        },
      });
      server.addPostStartHook("first-machine", async () => {
        const made = await own.resource(cafe.Machine).create({
          apiVersion: "cafe.example.com/v1",
          kind: "Machine",
          metadata: { name: "linea" },
          spec: { model: "x" },
          status: { conditions: [] },
        });
        names.push(made.metadata.name ?? "", String(scheme.isGroupRegistered("cafe.example.com")));
      });
    },
  });
  expect(names).toEqual(["linea", "true"]);
  const readyz = await client.text({ method: "GET", path: "/readyz/milk" }).catch(String);
  expect(readyz).toContain("none left");
  await client.close();
});

test("an extension can be a controller that watches objects and writes their status", async () => {
  const apiVersion = "cafe.example.com/v1";
  const client = await start({
    ...base,
    extend: (_server, { client: own, informers }) => {
      const warm = {
        type: "Ready",
        status: "True",
        reason: "Warm",
        message: "",
        lastTransitionTime: "2026-01-01T08:00:00Z",
      };
      informers.forKind(cafe.Machine).addEventHandler({
        onAdd: ({ metadata: { name = "" } }) =>
          void own
            .resource(cafe.Machine)
            .patch(name, { type: "merge", body: { status: { conditions: [warm] } } }, { subresource: "status" }),
      });
    },
  });
  const machines = client.resource(cafe.Machine);
  const watch = await machines.watch();
  await machines.create({
    apiVersion,
    kind: "Machine",
    metadata: { name: "linea" },
    spec: { model: "x" },
    status: { conditions: [] },
  });
  const reasons: string[][] = [];
  for await (const event of watch) {
    if (event.type !== "ADDED" && event.type !== "MODIFIED") continue;
    reasons.push(event.object.status.conditions.map(({ reason }) => reason));
    if (reasons.length === 2) watch.close();
  }
  expect(reasons).toEqual([[], ["Warm"]]);
  await client.close();
});

test.each<[string, Partial<ServerDefinition>]>([
  [
    "unknown kind Cofee in cafe.example.com (did you mean Coffee?)",
    { groups: [{ ...cafeGroup, kinds: { Cofee: {} } }] },
  ],
  [
    'unknown kind Tea in cafe.example.com; "kinds" may name Coffee, Machine',
    { groups: [{ ...cafeGroup, kinds: { Tea: {} } }] },
  ],
  [
    "Coffee of cafe.example.com is in two definitions, groups[0] (Coffee, Machine) and groups[2] (Coffee, Machine): remove it from one of them",
    { groups: [cafeGroup, restaurantGroup, cafeGroup] },
  ],
  [
    'the admission plugin CoffeeMachines follows Machine of cafe.example.com/v1, which this server does not serve: add Machine to "kinds" of the group cafe.example.com, or follow a version that is served',
    { groups: [{ ...cafeGroup, kinds: { Coffee: {} } }], admissionPlugins: [coffeeMachines] },
  ],
  [
    "extend of both-apiserver follows Topping of restaurant.programming-kubernetes.info/__internal, which this server does not serve: it is a kind of the hub, and servers serve only versions. Import Kinds from zz_generated.register.ts",
    { groups: [restaurantGroup], extend: (_server, { informers }) => void informers.forKind(hub.Topping) },
  ],
  [
    "extend of both-apiserver follows Topping of restaurant.programming-kubernetes.info/v1alpha1, which",
    { groups: [cafeGroup], extend: (_server, { informers }) => void informers.forKind(restaurant.Topping) },
  ],
  [
    'the admission plugin CoffeeMachines is listed twice in "admissionPlugins"',
    { admissionPlugins: [coffeeMachines, coffeeMachines] },
  ],
  ["nothing works today", { extend: () => Promise.reject(new Error("nothing works today")) }],
])("a start that fails with this error leaves nothing open: %s", async (message, more) => {
  const wrong = { ...base, ...more };
  await expect(startAPIServer(wrong, optionsOf(wrong), quiet)).rejects.toThrow(message);
  const client = await start(base);
  expect((await client.resource(cafe.Machine).list()).items).toEqual([]);
  await client.close();
});

test.each([
  [{ version: "1.0" }, `the server's version must be like v1.0.0: "1.0"`],
  [
    { kubernetesVersion: "v1.37" },
    `the server's kubernetesVersion must have a major and a minor number, like "1.37": "v1.37"`,
  ],
])("the version in %j is refused", async (more, message) => {
  const wrong = { ...base, ...more };
  await expect(startAPIServer(wrong, optionsOf(wrong), quiet)).rejects.toThrow(message);
});

test("the server also validates options that do not come from a command line", async () => {
  const options = { ...optionsOf(base), dataDir: "", enableAdmissionPlugins: ["CoffeeMachines"] };
  const failure = await startAPIServer(base, options, quiet).catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(InvalidOptionsError);
  expect((failure as InvalidOptionsError).problems).toEqual([
    "--data-dir must be specified",
    expect.stringContaining('enable-admission-plugins plugin "CoffeeMachines" is unknown: the admission plugins are '),
  ]);
});

test("the server accepts sizes of watch caches only for existing resources", () => {
  const served = [
    "pizzas.restaurant.programming-kubernetes.info",
    "toppings.restaurant.programming-kubernetes.info",
    "coffees.cafe.example.com",
    "machines.cafe.example.com",
  ];
  expect(optionsOf(base, ...served.map((name) => `--watch-cache-sizes=${name}#5`)).watchCacheSizes).toHaveLength(4);
  const problemsOf = (...names: readonly string[]) => {
    try {
      return optionsOf(base, ...names.map((name) => `--watch-cache-sizes=${name}#5`));
    } catch (error) {
      return (error as Error).message.split("\n").slice(0, -2);
    }
  };
  expect(problemsOf("coffees", "machine.cafe.example.com", "pods")).toEqual([
    'error: --watch-cache-sizes: the resource "coffees" is not served (did you mean coffees.cafe.example.com?)',
    'error: --watch-cache-sizes: the resource "machine.cafe.example.com" is not served (did you mean machines.cafe.example.com?)',
    `error: --watch-cache-sizes: the resource "pods" is not served; served resources: ${served.join(", ")}`,
  ]);
});
