import { gunzipSync } from "node:zlib";
import fc from "fast-check";
import { expect, test } from "vitest";
import { alphaPizzas, InProcessServer, pizzas, toppings } from "./harness.js";

/** A note that makes a list of few objects large enough to be shared, or to be compressed. */
const note = (bytes: number) => ({ annotations: { note: "n".repeat(bytes) } });
const named = (name: string, bytes = 10_000) => ({ metadata: { name, ...note(bytes) }, spec: { toppings: [] } });

async function bodyOf(server: InProcessServer, uri: string, headers = {}): Promise<Buffer> {
  const { body } = await server.response("GET", uri, { headers });
  if (!Buffer.isBuffer(body)) throw new Error("no buffer");
  return body;
}

function namesIn(body: Buffer): readonly string[] {
  const { items } = JSON.parse(body.toString()) as { readonly items: readonly { metadata: { name: string } }[] };
  return items.map(({ metadata }) => metadata.name);
}

test.each([
  ["the version of the stored objects", alphaPizzas],
  ["another version", pizzas],
])("responses with the same list in %s share its bytes", async (_, path) => {
  const server = new InProcessServer();
  for (const name of ["a", "b", "c"]) await server.post(alphaPizzas, named(name));
  const first = await bodyOf(server, path);
  expect(namesIn(first)).toEqual(["a", "b", "c"]);
  expect(await bodyOf(server, path)).toBe(first);
  await server.post(alphaPizzas, named("d"));
  expect(namesIn(await bodyOf(server, path))).toEqual(["a", "b", "c", "d"]);
});

test("a write of another resource changes only the revision of a shared list", async () => {
  const server = new InProcessServer();
  for (const name of ["a", "b", "c"]) await server.post(alphaPizzas, named(name));
  const first = await bodyOf(server, alphaPizzas);
  await server.post(toppings, { metadata: { name: "salami" }, spec: { cost: 1 } });
  const second = await bodyOf(server, alphaPizzas);
  const [before, after] = [first, second].map((body) => JSON.parse(body.toString()) as Record<string, unknown>);
  expect(after?.["items"]).toEqual(before?.["items"]);
  expect(after?.["metadata"]).toEqual({ resourceVersion: String(await server.storage.currentRevision()) });
  expect(await bodyOf(server, alphaPizzas)).toBe(second);
});

test("responses with the same list share its compressed bytes", async () => {
  const server = new InProcessServer();
  for (const name of ["a", "b", "c"]) await server.post(alphaPizzas, named(name, 60_000));
  const gzip = { "accept-encoding": "gzip" };
  const [first, second] = await Promise.all([bodyOf(server, alphaPizzas, gzip), bodyOf(server, alphaPizzas, gzip)]);
  expect(second).toBe(first);
  expect(gunzipSync(first).equals(await bodyOf(server, alphaPizzas))).toBe(true);
});

test("small lists are not shared", async () => {
  const server = new InProcessServer();
  await server.post(alphaPizzas, named("a", 10));
  const first = await bodyOf(server, alphaPizzas);
  const second = await bodyOf(server, alphaPizzas);
  expect(second).not.toBe(first);
  expect(second.equals(first)).toBe(true);
});

const step = fc.record({
  write: fc.constantFrom("create", "update", "delete", "topping"),
  name: fc.constantFrom("a", "b", "c", "d", "e"),
  query: fc.constantFrom("", "?limit=2", "?limit=3", "?resourceVersion=0"),
});

test("after random writes, a list has the same items as its objects, and the newest revision", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 30 }), async (steps) => {
      const server = new InProcessServer();
      let count = 0;
      for (const { write, name, query } of steps) {
        if (write === "create") await server.post(alphaPizzas, named(name));
        else if (write === "delete") await server.delete(`${alphaPizzas}/${name}`);
        else if (write === "topping")
          await server.post(toppings, { metadata: { name: `t${count}` }, spec: { cost: 1 } });
        else await server.patch(`${alphaPizzas}/${name}`, "merge", { metadata: { labels: { count: String(count) } } });
        count++;
        const list = JSON.parse((await bodyOf(server, alphaPizzas + query)).toString()) as {
          readonly metadata: { readonly resourceVersion: string };
          readonly items: readonly { readonly metadata: { readonly name: string } }[];
        };
        expect(list.metadata.resourceVersion).toBe(String(await server.storage.currentRevision()));
        for (const item of list.items) {
          const { json } = await server.get(`${alphaPizzas}/${item.metadata.name}`);
          const { kind, apiVersion, ...object } = json;
          expect([kind, apiVersion]).toEqual(["Pizza", "restaurant.programming-kubernetes.info/v1alpha1"]);
          expect(item).toEqual(object);
        }
        const known = await Promise.all(
          ["a", "b", "c", "d", "e"].map(async (each) => (await server.get(`${alphaPizzas}/${each}`)).status === 200),
        );
        const limit = Number(/limit=(\d)/.exec(query)?.[1] ?? "9");
        expect(list.items.map(({ metadata }) => metadata.name)).toEqual(
          ["a", "b", "c", "d", "e"].filter((_, index) => known[index]).slice(0, limit),
        );
      }
    }),
    { numRuns: 40 },
  );
});
