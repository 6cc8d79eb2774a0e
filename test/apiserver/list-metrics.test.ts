import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createLog, parseOptionsOf, startAPIServer, type RunningServer } from "@apimachinery/apiserver";
import { afterEach, beforeEach, expect, test } from "vitest";
import { pizzaServer } from "../../cmd/pizza-apiserver/server.js";
import { pizza, pizzas } from "./harness.js";
import { APIClient } from "./process/api-client.js";

let folder = "";
let server: RunningServer | undefined;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "list-metrics-"));
});
afterEach(async () => {
  await server?.stop();
  rmSync(folder, { recursive: true, force: true });
});

test.each([
  ["the watch cache", "watchcache", 0, "--watch-cache"],
  ["the store", "etcd", 3, "--watch-cache=false"],
])("ListMetrics: lists that %s serves are counted with their cost", async (_, storage, evaluated, flag) => {
  const args = ["--bind-address=127.0.0.1", "--secure-port=0", "--storage-backend=memory", `--data-dir=${folder}/data`];
  const all = [...args, `--write-kubeconfig=${folder}/kubeconfig`, "--disable-admission-plugins=PizzaToppings", flag];
  const parsed = parseOptionsOf(pizzaServer, all, { out: () => undefined, err: () => undefined });
  if ("exitCode" in parsed) throw new Error("invalid flags");
  const log = createLog({ v: 0, loggingFormat: "text" }, () => undefined);
  server = await startAPIServer(pizzaServer, parsed.options, log);
  const client = new APIClient(server.url, `${folder}/kubeconfig`);
  for (const name of ["a", "b", "c"])
    expect((await client.send("POST", pizzas, pizza(name, "salami"))).status).toBe(201);
  const { json } = await client.send("GET", `${pizzas}?fieldSelector=metadata.name!=b`);
  expect(json["items"]).toHaveLength(2);
  const metrics = await client.text("/metrics");
  client.close();
  const labels = `group="restaurant.programming-kubernetes.info",resource="pizzas",storage="${storage}"`;
  expect(metrics.match(/^apiserver_storage_list_\w*total\{.*resource="pizzas".*$/gm)?.sort()).toEqual([
    `apiserver_storage_list_evaluated_objects_total{${labels}} ${evaluated}`,
    `apiserver_storage_list_fetched_objects_total{${labels},index=""} 3`,
    `apiserver_storage_list_returned_objects_total{${labels}} 2`,
    `apiserver_storage_list_total{${labels},index=""} 1`,
  ]);
});
