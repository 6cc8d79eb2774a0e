import { expect, test } from "vitest";
import { Events } from "../events.js";
import { InProcessServer, pizza, pizzas, textOf, type Json } from "../harness.js";

async function watch(
  server: InProcessServer,
  query = "",
  headers: Readonly<Record<string, string>> = {},
): Promise<Events> {
  return new Events(await server.response("GET", `${pizzas}?watch=1&${query}`, { headers }));
}

function brief(events: readonly Json[]): readonly string[] {
  return events.map(
    ({ type, object }) =>
      `${textOf(type)} ${textOf(object?.["metadata"]?.["name"])} ${textOf(object?.["metadata"]?.["resourceVersion"])}`,
  );
}

test("a watch sends the existing objects, then changes", async () => {
  const server = new InProcessServer();
  await server.post(pizzas, pizza("a"));
  const events = await watch(server);
  await server.post(pizzas, pizza("b"));
  await server.patch(`${pizzas}/b`, "merge-patch", { metadata: { labels: { x: "y" } } });
  await server.delete(`${pizzas}/a`);
  const all = await events.take(4);
  expect(brief(all)).toEqual(["ADDED a 2", "ADDED b 3", "MODIFIED b 4", "DELETED a 5"]);
  expect(all[0]?.["object"]).toMatchObject({
    kind: "Pizza",
    apiVersion: "restaurant.programming-kubernetes.info/v1beta1",
  });
  events.hangUp();
  await events.take(1);
  expect(events.hasEnded).toBe(true);
});

test("a watch continues after a revision", async () => {
  const server = new InProcessServer();
  for (const name of ["a", "b", "c"]) await server.post(pizzas, pizza(name));
  const events = await watch(server, "resourceVersion=2");
  expect(brief(await events.take(2))).toEqual(["ADDED b 3", "ADDED c 4"]);
  events.hangUp();
});

test("for a selector, a change can be an addition or a deletion", async () => {
  const server = new InProcessServer();
  const events = await watch(server, "labelSelector=x=1");
  const label = (value: string) => server.patch(`${pizzas}/a`, "merge-patch", { metadata: { labels: { x: value } } });
  await server.post(pizzas, pizza("a"));
  for (const value of ["1", "2", "1"]) await label(value);
  await server.patch(`${pizzas}/a`, "merge-patch", { metadata: { labels: { y: "z" } } });
  await server.delete(`${pizzas}/a`);
  expect(brief(await events.take(5))).toEqual(["ADDED a 3", "DELETED a 4", "ADDED a 5", "MODIFIED a 6", "DELETED a 7"]);
  events.hangUp();
});

test("a bookmark follows the initial events", async () => {
  const server = new InProcessServer();
  await server.post(pizzas, pizza("a"));
  const query = "sendInitialEvents=true&resourceVersionMatch=NotOlderThan&allowWatchBookmarks=true";
  const [added, bookmark] = await (await watch(server, query)).take(2);
  expect(added).toMatchObject({ type: "ADDED" });
  expect(bookmark).toMatchObject({
    type: "BOOKMARK",
    object: { kind: "Pizza", metadata: { resourceVersion: "2", annotations: { "k8s.io/initial-events-end": "true" } } },
  });
  const live = await watch(server, "sendInitialEvents=false&resourceVersionMatch=NotOlderThan");
  await server.post(pizzas, pizza("b"));
  expect(brief(await live.take(1))).toEqual(["ADDED b 3"]);
});

test("a compacted revision is an ERROR event, and the watch ends", async () => {
  const server = new InProcessServer();
  for (const name of ["a", "b", "c"]) await server.post(pizzas, pizza(name));
  await server.storage.compact(4);
  const events = await watch(server, "resourceVersion=2");
  expect((await events.take(1))[0]).toMatchObject({
    type: "ERROR",
    object: { kind: "Status", code: 410, reason: "Expired" },
  });
  await events.take(1);
  expect(events.hasEnded).toBe(true);
});

test("a watch ends at its timeout, and when the server stops", async () => {
  const server = new InProcessServer();
  const short = await watch(server, "timeoutSeconds=1");
  const long = await watch(server);
  expect(await short.take(1)).toEqual([]);
  await server.storage.close();
  expect(await long.take(1)).toEqual([]);
});

test("events can be tables, of which only the first has columns", async () => {
  const server = new InProcessServer();
  await server.post(pizzas, pizza("a"));
  const events = await watch(server, "", { accept: "application/json;as=Table;v=v1;g=meta.k8s.io" });
  await server.post(pizzas, pizza("b"));
  expect(await events.take(2)).toMatchObject([
    {
      type: "ADDED",
      object: {
        kind: "Table",
        columnDefinitions: ["Name", "First topping", "Toppings", "Cost", "Age"].map((name) => ({ name })),
        rows: [{ cells: ["a", expect.any(String), expect.any(String), null, expect.any(String)] }],
      },
    },
    {
      type: "ADDED",
      object: {
        kind: "Table",
        columnDefinitions: null,
        rows: [{ cells: ["b", expect.any(String), expect.any(String), null, expect.any(String)] }],
      },
    },
  ]);
});

test("the server supports the old path for a watch of one object", async () => {
  const server = new InProcessServer();
  const path = `${pizzas.replace("/namespaces/", "/watch/namespaces/")}/b`;
  const events = new Events(await server.response("GET", path));
  for (const name of ["a", "b"]) await server.post(pizzas, pizza(name));
  expect(brief(await events.take(1))).toEqual(["ADDED b 3"]);
});

test.each([
  [
    "resourceVersionMatch=NotOlderThan",
    "resourceVersionMatch is forbidden for watch unless sendInitialEvents is provided",
  ],
  ["sendInitialEvents=true", "sendInitialEvents requires setting resourceVersionMatch to NotOlderThan"],
])("the server refuses the query %s", async (query, message) => {
  const { status, json } = await new InProcessServer().get(`${pizzas}?watch=1&${query}`);
  expect(status).toBe(422);
  expect(json["message"]).toContain(message);
});

test("a watch cannot have the form YAML", async () => {
  const { status, text } = await new InProcessServer().get(`${pizzas}?watch=1`, { accept: "application/yaml" });
  expect(status).toBe(406);
  expect(text).toContain("only the following media types are accepted: application/json;stream=watch");
});
