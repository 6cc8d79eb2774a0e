import { jsonText } from "@apimachinery/runtime";
import { describe, expect, test } from "vitest";
import { alphaPizzas, InProcessServer, pizzas, toppings } from "./harness.js";

const text = "a<b> & c\u2028\u2029";
const escaped = String.raw`a\u003cb\u003e \u0026 c\u2028\u2029`;
const bare = /[<>&\u2028\u2029]/;
const object = { metadata: { name: "a", annotations: { note: text } }, spec: { cost: 1 } };

describe("JSON responses have the same bytes as those of Go's encoder", () => {
  test.each([
    ["the storage version", alphaPizzas],
    ["another version", pizzas],
  ])("objects, lists, tables and watches in %s are escaped", async (_, path) => {
    const server = new InProcessServer();
    const made = await server.post(path, object);
    expect(made.json["metadata"]?.["annotations"]).toEqual({ note: text });
    const asTable = { accept: "application/json;as=Table;v=v1;g=meta.k8s.io" };
    const asMetadata = { accept: "application/json;as=PartialObjectMetadata;v=v1;g=meta.k8s.io" };
    const replies = [
      made,
      await server.get(`${path}/a`),
      await server.get(path),
      await server.get(`${path}/a?pretty=1`),
      await server.get(path, asTable),
      await server.get(`${path}/a`, asMetadata),
    ];
    for (const reply of replies) expect([reply.text.includes(escaped), bare.test(reply.text)]).toEqual([true, false]);
    expect(await firstEvent(server, path)).toContain(escaped);
  });

  test("stored objects are escaped, so that the server can send them unchanged", async () => {
    const server = new InProcessServer();
    await server.post(toppings, object);
    const { items } = await server.storage.list("/");
    expect(items.map(({ value }) => Buffer.from(value).toString().includes(escaped))).toEqual([true]);
  });

  test("the next write escapes objects that were stored without escapes", async () => {
    const server = new InProcessServer();
    const { json } = await server.post(alphaPizzas, object);
    const [stored] = (await server.storage.list("/")).items;
    if (stored === undefined) throw new Error("nothing is stored");
    const older = JSON.stringify(JSON.parse(Buffer.from(stored.value).toString()));
    const { revision } = await server.storage.update(stored.key, Buffer.from(older), stored.revision);
    expect(bare.test(older)).toBe(true);
    for (const path of [alphaPizzas, pizzas]) {
      for (const reply of [await server.get(`${path}/a`), await server.get(path), await server.get(`${path}?limit=1`)])
        expect([reply.text.includes(escaped), bare.test(reply.text)]).toEqual([true, false]);
      expect(await firstEvent(server, path)).toContain(escaped);
    }
    const same = { ...json, metadata: { ...json["metadata"], resourceVersion: String(revision) } };
    const rewritten = await server.put(`${alphaPizzas}/a`, same);
    expect([rewritten.status, rewritten.json["metadata"]?.["resourceVersion"]]).toEqual([200, String(revision + 1)]);
    const patched = await server.patch(`${alphaPizzas}/a`, "merge-patch", {});
    expect([patched.status, patched.json["metadata"]?.["resourceVersion"]]).toEqual([200, String(revision + 1)]);
  });

  test("errors are escaped, and YAML is not", async () => {
    const server = new InProcessServer();
    const missing = await server.get(`${pizzas}/<b>`);
    expect(missing.text).toContain(String.raw`\"\u003cb\u003e\" not found`);
    expect((await server.get(`${pizzas}/<b>`, { accept: "application/yaml" })).text).toContain('"<b>" not found');
  });
});

test("jsonText escapes keys and values, and otherwise equals JSON.stringify", () => {
  expect(jsonText({ "<": [">", 1] })).toBe(String.raw`{"\u003c":["\u003e",1]}`);
  expect(jsonText({ a: ['"\\\n\u007f', null, 1.5] }, 2)).toBe(
    JSON.stringify({ a: ['"\\\n\u007f', null, 1.5] }, null, 2),
  );
});

async function firstEvent(server: InProcessServer, path: string): Promise<string> {
  const { body } = await server.response("GET", `${path}?watch=1`);
  if (typeof body !== "function") throw new Error("no stream");
  const closed = new AbortController();
  return new Promise((resolve) => {
    const write = (chunk: Uint8Array | string) => {
      closed.abort();
      resolve(chunk.toString());
      return true;
    };
    body({
      write,
      onDrain: () => undefined,
      end: () => undefined,
      stop: () => {
        closed.abort();
      },
      closed: closed.signal,
    });
  });
}
