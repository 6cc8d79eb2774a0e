import { createServer, type IncomingMessage } from "node:http";
import { connect, type AddressInfo } from "node:net";
import type { Duplex } from "node:stream";
import {
  isAlreadyExists,
  isConflict,
  isForbidden,
  isInvalid,
  isNotFound,
  isUnauthorized,
  RESTClient,
  StatusError,
  untypedResource,
} from "@apimachinery/client";
import { expect, test } from "vitest";
import { Kinds as alpha } from "../../apis/restaurant/v1alpha1/zz_generated.register.js";
import { Kinds } from "../../apis/restaurant/v1beta1/zz_generated.register.js";
import type { Pizza } from "../../apis/restaurant/v1beta1/types.js";
import { authority, PizzaServer, stranger } from "./pizza-server.js";
import { pizza } from "./pizza.js";

const server = await PizzaServer.start();
const client = server.client();
const pizzas = client.resource(Kinds.Pizza).namespace("default");
const toppings = client.resource(alpha.Topping);

async function failureOf(promise: Promise<unknown>): Promise<unknown> {
  return promise.then(
    () => undefined,
    (error: unknown) => error,
  );
}

test("every verb returns typed objects", async () => {
  const made = await pizzas.create(pizza("margherita"));
  expect(made).toMatchObject({
    kind: "Pizza",
    metadata: { namespace: "default" },
    spec: { toppings: [{ name: "tomato", quantity: 1 }] },
  });
  expect(await pizzas.get("margherita")).toEqual(made);
  const updated = await pizzas.update({ ...made, metadata: { ...made.metadata, labels: { veggie: "yes" } } });
  expect(updated.metadata.labels).toEqual({ veggie: "yes" });
  const patched = await pizzas.patch("margherita", { type: "merge", body: { metadata: { annotations: { a: "b" } } } });
  expect(patched.metadata.annotations).toEqual({ a: "b" });
  const replaced = await pizzas.patch("margherita", {
    type: "json",
    body: [{ op: "replace", path: "/spec/toppings/0/quantity", value: 2 }],
  });
  expect(replaced.spec.toppings).toEqual([{ name: "tomato", quantity: 2 }]);
  const list = await pizzas.list({ labelSelector: "veggie=yes" });
  expect(list.items).toEqual([replaced]);
  // The client adds the kind to each item of a list, because items have no kind in JSON.
  expect(list.items[0]?.kind).toBe("Pizza");
  expect(await pizzas.delete("margherita")).toMatchObject({
    kind: "Status",
    status: "Success",
    details: { name: "margherita" },
  });
  expect(isNotFound(await failureOf(pizzas.get("margherita")))).toBe(true);
});

test("deleting an object with a finalizer returns the object", async () => {
  const finalized = pizza("kept");
  finalized.metadata.finalizers = ["example.com/wait"];
  await pizzas.create(finalized);
  const kept = await pizzas.delete("kept", { propagationPolicy: "Background" });
  expect(kept).toMatchObject({ kind: "Pizza", metadata: { name: "kept", finalizers: ["example.com/wait"] } });
  await pizzas.patch("kept", { type: "merge", body: { metadata: { finalizers: null } } });
});

test("a dry run stores nothing; preconditions are checked", async () => {
  await pizzas.create(pizza("dry"), { dryRun: true });
  expect(isNotFound(await failureOf(pizzas.get("dry")))).toBe(true);
  const made = await pizzas.create(pizza("dry"), { fieldManager: "me", fieldValidation: "Strict" });
  expect(isConflict(await failureOf(pizzas.delete("dry", { preconditions: { uid: "another" } })))).toBe(true);
  await pizzas.delete("dry", { preconditions: { uid: made.metadata.uid ?? "" } });
});

test("predicates distinguish the errors of failed requests", async () => {
  await pizzas.create(pizza("once"));
  const taken = await failureOf(pizzas.create(pizza("once")));
  expect([isAlreadyExists(taken), isConflict(taken)]).toEqual([true, false]);
  const invalid = await failureOf(pizzas.create({ ...pizza("x"), spec: { toppings: [{ name: "", quantity: 1 }] } }));
  expect(isInvalid(invalid)).toBe(true);
  expect(invalid instanceof StatusError && invalid.status.details?.causes?.[0]?.field).toBe("spec.toppings[0].name");
  const stale = await failureOf(
    pizzas.update({
      ...(await pizzas.get("once")),
      metadata: { name: "once", namespace: "default", resourceVersion: "1" },
    }),
  );
  expect(isConflict(stale)).toBe(true);
  expect(stale).toMatchObject({
    code: 409,
    message: expect.stringContaining("the object has been modified") as string,
  });
});

test.each([
  ["", "resource name may not be empty"],
  ["a/b", 'invalid resource name "a/b"'],
  ["..", 'invalid resource name ".."'],
])("the client refuses the name %j before it sends a request", async (name, message) => {
  expect(await failureOf(Promise.resolve().then(() => pizzas.get(name)))).toMatchObject({
    message: expect.stringContaining(message) as string,
  });
});

test("the client requests pages one after the other", async () => {
  const many = client.resource(Kinds.Pizza).namespace("many");
  for (let index = 0; index < 7; index++) await many.create(pizza(`p${index}`));
  const names: (string | undefined)[] = [];
  for await (const { metadata } of many.each({ limit: 3 })) names.push(metadata.name);
  expect(names).toEqual(["p0", "p1", "p2", "p3", "p4", "p5", "p6"]);
  const sizes: number[] = [];
  for await (const { items } of many.pages({ limit: 3 })) {
    sizes.push(items.length);
    // The revision of the first page expires before the second page is read. The other pages
    // therefore have a newer revision.
    if (sizes.length === 1) {
      await many.create(pizza("p9"));
      await server.storage.compact(await server.storage.currentRevision());
    }
  }
  expect(sizes).toEqual([3, 3, 2]);
  await many.deleteCollection({}, { fieldSelector: "metadata.name!=p3" });
  expect((await many.list()).items.map(({ metadata }) => metadata.name)).toEqual(["p3"]);
});

test("cluster-scoped and untyped resources can be read and written", async () => {
  const made = await toppings.create({
    kind: "Topping",
    apiVersion: "restaurant.programming-kubernetes.info/v1alpha1",
    metadata: { name: "tomato" },
    spec: { cost: 1 },
  });
  const type = untypedResource(
    { group: "restaurant.programming-kubernetes.info", version: "v1alpha1", kind: "Topping" },
    "toppings",
  );
  const untyped = client.resourceOf(type);
  expect(await untyped.get("tomato")).toEqual({ ...made });
  expect((await untyped.list()).items[0]).toMatchObject({ kind: "Topping", spec: { cost: 1 } });
});

test("a watch ends when the client closes it and when the server ends it", async () => {
  const watched = client.resource(Kinds.Pizza).namespace("watched");
  const watch = await watched.watch({ timeoutSeconds: 60 });
  const seen: string[] = [];
  await watched.create(pizza("a"));
  await watched.delete("a");
  for await (const { type, object } of watch) {
    seen.push(`${type} ${object.metadata.name ?? ""}`);
    if (seen.length === 2) watch.close();
  }
  expect(seen).toEqual(["ADDED a", "DELETED a"]);
  const short = await watched.watch({ timeoutSeconds: 1 });
  const none: unknown[] = [];
  for await (const event of short) none.push(event);
  expect(none).toEqual([]);
});

test("a watch from an expired revision throws the server's Status", async () => {
  const { metadata } = await client.resource(Kinds.Pizza).list();
  await client.resource(Kinds.Pizza).namespace("old").create(pizza("a"));
  await client.resource(Kinds.Pizza).namespace("old").create(pizza("b"));
  await server.storage.compact(await server.storage.currentRevision());
  const watch = await client.resource(Kinds.Pizza).watch({ resourceVersion: metadata.resourceVersion ?? "" });
  const failure = await failureOf(watch[Symbol.asyncIterator]().next());
  expect(failure).toMatchObject({ code: 410, status: { reason: "Expired" } });
});

test("an aborted signal ends requests and watches", async () => {
  const aborted = AbortSignal.abort(new Error("enough"));
  expect(await failureOf(pizzas.list({ signal: aborted }))).toMatchObject({ message: "enough" });
  const controller = new AbortController();
  const watch = await pizzas.watch({ signal: controller.signal, resourceVersion: "0" });
  const events = watch.batches();
  await events.next();
  controller.abort(new Error("enough"));
  expect(await failureOf(events.next())).toMatchObject({ message: "enough" });
});

test("unknown users get the status 401, and users without permission 403", async () => {
  const pair = { certificate: stranger.certificate, key: stranger.key };
  const certificate = { ca: authority.certificate, ...pair };
  expect(isForbidden(await failureOf(server.client({ tls: certificate }).resource(Kinds.Pizza).list()))).toBe(true);
  expect(
    isForbidden(
      await failureOf(
        server
          .client({ tls: { ca: authority.certificate } })
          .resource(Kinds.Pizza)
          .list(),
      ),
    ),
  ).toBe(true);
  const wrong = await failureOf(server.client({ tls: {} }).resource(Kinds.Pizza).list());
  expect(wrong).toMatchObject({ name: "ConnectionError", isUnsent: true });
  expect(isUnauthorized(wrong)).toBe(false);
  const blind = server.client({ tls: { ...pair, insecureSkipVerify: true } });
  expect(isForbidden(await failureOf(blind.resource(Kinds.Pizza).list()))).toBe(true);
  const named = server.client({ tls: { ...server.config().tls, serverName: "localhost" } });
  expect((await named.resource(Kinds.Pizza).list()).kind).toBe("PizzaList");
  expect(
    await failureOf(
      server
        .client({ tls: { ...server.config().tls, serverName: "elsewhere" } })
        .resource(Kinds.Pizza)
        .list(),
    ),
  ).toMatchObject({ name: "ConnectionError" });
});

test("requests go through the configured proxy", async () => {
  const asked: string[] = [];
  const proxy = createServer().on("connect", (request: IncomingMessage, socket: Duplex) => {
    asked.push(request.url ?? "");
    const [host, port] = (request.url ?? "").split(":");
    const upstream = connect(Number(port), host ?? "", () => {
      socket.write("HTTP/1.1 200 Connection established\r\n\r\n");
      upstream.pipe(socket).pipe(upstream);
    });
    upstream.on("error", () => socket.destroy());
    socket.on("error", () => upstream.destroy());
  });
  await new Promise<void>((resolve) => proxy.listen(0, "127.0.0.1", resolve));
  const behind = new RESTClient(
    server.config({ proxyURL: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}` }),
  );
  try {
    expect((await behind.resource(Kinds.Pizza).list()).kind).toBe("PizzaList");
    const watch = await behind.resource(Kinds.Pizza).watch({ resourceVersion: "0" });
    watch.close();
    expect([...new Set(asked)]).toEqual([new URL(server.url).host]);
  } finally {
    await behind.close();
    proxy.closeAllConnections();
    proxy.close();
  }
});

test("the handler receives the warnings of responses", async () => {
  const warnings: string[] = [];
  const loud = server.client({ onWarning: (text) => warnings.push(text) });
  const odd: object = { ...pizza("odd"), spec: { toppings: [], crust: "thin" } };
  const made = await loud
    .resource(Kinds.Pizza)
    .namespace("default")
    .create(odd as Pizza, { dryRun: true, fieldValidation: "Warn" });
  expect(warnings).toEqual(['unknown field "spec.crust"']);
  expect(made.spec).toEqual({
    toppings: [
      { name: "salami", quantity: 1 },
      { name: "mozzarella", quantity: 1 },
      { name: "tomato", quantity: 1 },
    ],
  });
});

test.each([
  [{ server: "localhost" }, "host must be a URL"],
  [{ tls: { insecureSkipVerify: true, ca: "x" } }, "root certificates file with the insecure flag"],
  [{ tls: { certificate: "x" } }, "must be given together"],
  [{ auth: { token: "a", username: "b" } }, "but not both"],
  [{ rateLimit: { qps: 0, burst: 1 } }, "positive qps"],
])("a client with the configuration %j is refused", (more, message) => {
  expect(() => new RESTClient({ server: "https://localhost", ...more })).toThrow(message);
});
