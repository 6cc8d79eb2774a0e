import {
  CustomObjectsApi,
  KubernetesObjectApi,
  makeInformer,
  Watch,
  type KubernetesListObject,
} from "@kubernetes/client-node";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { commandOf, whyNotInstalled } from "../installed-clients.js";
import { KubectlProxy, linesOf } from "./kubectl-proxy.js";
import { PizzaCluster, whyNoPizzaCluster } from "./pizza-cluster.js";
import { describeChange, pizza, pizzaPath, pizzaResource, PizzaWriter, replay, type Pizza } from "./pizzas.js";
import { runClient } from "./run-client.js";
import { eventually } from "../../eventually.js";

/**
 * @file Runs the official clients for JavaScript and Python, and `kubectl proxy`, with the pizza
 * server behind a real kube-apiserver.
 */

const reason = whyNoPizzaCluster();
const whyNoPython = whyNotInstalled("python");
const title = (what: string, why: string | undefined) => [what, why].filter(Boolean).join(", ");

describe.skipIf(reason !== undefined)(title("clients through kube-apiserver", reason), () => {
  let pizzas: PizzaCluster;
  beforeAll(async () => {
    pizzas = await PizzaCluster.start();
  });
  afterAll(async () => {
    await pizzas.remove();
  });

  describe("the official JavaScript client", () => {
    test("finds the types by discovery, and creates, changes, applies and deletes objects", async () => {
      const api = KubernetesObjectApi.makeApiClient(pizzas.kubeConfig);
      const created = await api.create<Pizza>(pizza("generic", { tomato: 1 }));
      expect(created.spec.toppings).toEqual([{ name: "tomato", quantity: 1 }]);
      await expect(api.create<Pizza>(pizza("generic", { tomato: 1 }))).rejects.toMatchObject({ code: 409 });
      const { spec } = pizza("generic", { tomato: 2 });
      const replaced = await api.replace<Pizza>({ ...created, spec });
      expect(replaced.spec).toEqual(spec);
      await expect(api.replace<Pizza>({ ...created, spec })).rejects.toMatchObject({ code: 409 });
      const applied = await api.patch<Pizza>(
        pizza("generic", { mozzarella: 1 }),
        undefined,
        undefined,
        "javascript",
        true,
        "application/apply-patch+yaml",
      );
      expect(applied.spec.toppings.map(({ name }) => name)).toEqual(["tomato", "mozzarella"]);
      expect(await api.delete(applied)).toMatchObject({ kind: "Status", status: "Success" });
      await expect(api.read(applied as never)).rejects.toMatchObject({ code: 404 });
    });

    test("watches the changes after a revision", async () => {
      const api = pizzas.kubeConfig.makeApiClient(CustomObjectsApi);
      const list = (await api.listNamespacedCustomObject(pizzaResource)) as KubernetesListObject<Pizza>;
      const seen: string[] = [];
      const query = { resourceVersion: list.metadata?.resourceVersion };
      const types: Record<string, string> = { ADDED: "add", MODIFIED: "update", DELETED: "delete" };
      const request = await new Watch(pizzas.kubeConfig).watch(
        pizzaPath,
        query,
        (type, object: Pizza) => seen.push(describeChange(types[type] ?? type, object)),
        () => undefined,
      );
      const changes = await new PizzaWriter(pizzas).write("watched");
      await eventually(() => {
        expect(seen).toEqual(changes);
      });
      request.abort();
    });

    test("has an informer that misses no change across restarts of both servers", async () => {
      const api = pizzas.kubeConfig.makeApiClient(CustomObjectsApi);
      const list = () => api.listNamespacedCustomObject(pizzaResource) as Promise<KubernetesListObject<Pizza>>;
      const informer = makeInformer(pizzas.kubeConfig, pizzaPath, list);
      const events: string[] = [];
      let isStopped = false;
      for (const verb of ["add", "update", "delete"] as const)
        informer.on(verb, (object) => events.push(describeChange(verb, object)));
      // The client's documentation asks users to start an informer again after an error.
      informer.on("error", () => {
        if (!isStopped) setTimeout(() => void informer.start().catch(() => undefined), 200);
      });
      await informer.start();
      const writer = new PizzaWriter(pizzas);
      const agree = () =>
        eventually(async () => {
          expect(replay(events)).toEqual(await writer.stored());
        });
      await writer.write("running");
      await agree();
      await pizzas.server.end("SIGKILL");
      await pizzas.server.again();
      await pizzas.admin.eventually("kubectl get pizzas");
      await writer.write("server-restarted");
      await agree();
      await pizzas.cluster.stopAPIServer();
      await pizzas.cluster.startAPIServer();
      await pizzas.admin.eventually("kubectl get pizzas");
      await writer.write("cluster-restarted");
      await agree();
      isStopped = true;
      await informer.stop();
    });
  });

  test.skipIf(whyNoPython !== undefined)(
    title("Python's client creates, lists, patches, applies, watches and deletes", whyNoPython),
    async () => {
      const results = await runClient(commandOf("python", "client.py", pizzas.kubeconfig));
      const metadata = { name: "python", labels: { patched: "yes" } };
      const [tomato, mozzarella] = [
        { name: "tomato", quantity: 1 },
        { name: "mozzarella", quantity: 2 },
      ];
      expect(results).toMatchObject([
        ["create", { metadata: { name: "python" }, spec: { toppings: [tomato] } }],
        ["create again", [409, "AlreadyExists"]],
        ["list", expect.arrayContaining(["python"])],
        ["patch", { metadata, spec: { toppings: [tomato] } }],
        ["apply", { metadata, spec: { toppings: [tomato, mozzarella] } }],
        ["get", { metadata, spec: { toppings: [tomato, mozzarella] } }],
        ["delete", { kind: "Status", status: "Success", details: { name: "python", kind: "pizzas" } }],
        ["watch", ["MODIFIED", [tomato]]],
        ["watch", ["MODIFIED", [tomato, mozzarella]]],
        ["watch", ["DELETED", [tomato, mozzarella]]],
        ["get deleted", [404, "NotFound"]],
      ]);
    },
  );

  test("kubectl proxy forwards requests without credentials, and streams watches", async () => {
    const proxy = await KubectlProxy.start(pizzas.kubeconfig);
    try {
      const send = (path: string, init?: RequestInit) => fetch(`${proxy.origin}${path}`, init);
      const list = (await (await send(pizzaPath)).json()) as KubernetesListObject<Pizza>;
      expect(list.kind).toBe("PizzaList");
      const stop = new AbortController();
      const query = `watch=true&resourceVersion=${list.metadata?.resourceVersion ?? ""}`;
      const watch = await send(`${pizzaPath}?${query}`, { signal: stop.signal });
      const lines = linesOf(watch);
      const nextEvent = async () => JSON.parse(String((await lines.next()).value)) as unknown;
      const body = JSON.stringify(pizza("proxied", { tomato: 1 }));
      const created = await send(pizzaPath, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body,
      });
      expect(created.status).toBe(201);
      expect(await nextEvent()).toMatchObject({ type: "ADDED", object: await created.json() });
      const table = await send(pizzaPath, {
        headers: { accept: "application/json;as=Table;g=meta.k8s.io;v=v1" },
      });
      expect(await table.json()).toMatchObject({ kind: "Table" });
      expect((await send(`${pizzaPath}/proxied`, { method: "DELETE" })).status).toBe(200);
      expect(await nextEvent()).toMatchObject({
        type: "DELETED",
        object: { metadata: { name: "proxied" } },
      });
      stop.abort();
      expect((await send(`${pizzaPath}/proxied`)).status).toBe(404);
    } finally {
      proxy.end();
    }
  });
});
