import { expect, test } from "vitest";
import { InProcessServer, pizzas } from "./harness.js";

const named = (name: string) => ({ metadata: { name }, spec: { toppings: [] } });
const formats = {
  plain: "application/json",
  metadata: "application/json;as=PartialObjectMetadata;g=meta.k8s.io;v=v1",
  table: "application/json;as=Table;g=meta.k8s.io;v=v1",
  CBOR: "application/cbor",
  "metadata in CBOR": "application/cbor;as=PartialObjectMetadata;g=meta.k8s.io;v=v1",
  "table in CBOR": "application/cbor;as=Table;g=meta.k8s.io;v=v1",
  "metadata in protobuf": "application/vnd.kubernetes.protobuf;as=PartialObjectMetadata;g=meta.k8s.io;v=v1",
};

/** Opens a watch, and returns the written pieces. */
async function watched(server: InProcessServer, accept: string, query = ""): Promise<readonly (string | Buffer)[]> {
  const { body } = await server.response("GET", `${pizzas}?watch=1${query}`, { headers: { accept } });
  if (typeof body !== "function") throw new Error("no stream");
  const gone = new AbortController();
  const pieces: (string | Buffer)[] = [];
  body({
    write: (chunk) => pieces.push(chunk) > 0,
    onDrain: () => undefined,
    end: () => undefined,
    stop: () => {
      gone.abort();
    },
    closed: gone.signal,
  });
  return pieces;
}

test.each(Object.entries(formats))("watches of the format %s share the bytes of an event", async (_, accept) => {
  const server = new InProcessServer();
  const [one, other] = [await watched(server, accept), await watched(server, accept)];
  for (const name of ["a", "b"]) await server.post(pizzas, named(name));
  await expect.poll(() => Math.min(one.length, other.length)).toBe(2);
  expect(one[1]).toBe(other[1]);
});

test("each watch of Tables gets the columns with its first event, and shares the later events", async () => {
  const server = new InProcessServer();
  const early = await watched(server, formats.table);
  await server.post(pizzas, named("a"));
  await expect.poll(() => early.length).toBe(1);
  const late = await watched(server, formats.table, "&resourceVersion=1");
  for (const name of ["b", "c"]) await server.post(pizzas, named(name));
  await expect.poll(() => early.at(-1)?.toString().includes('"name":"c"')).toBe(true);
  await expect.poll(() => late.at(-1)).toBe(early.at(-1));
  const hasColumns = (pieces: readonly (string | Buffer)[]) =>
    pieces.map((piece) => !piece.toString().includes('"columnDefinitions":null'));
  expect(hasColumns(early)).toEqual([true, false, false]);
  expect(hasColumns(late)).toEqual(late.map((__, index) => index === 0));
});

test("watches of Tables with different includeObject share no bytes", async () => {
  const server = new InProcessServer();
  const none = await watched(server, formats.table, "&includeObject=None");
  const whole = await watched(server, formats.table, "&includeObject=Object");
  for (const name of ["a", "b"]) await server.post(pizzas, named(name));
  await expect.poll(() => Math.min(none.length, whole.length)).toBe(2);
  expect(none[1]?.toString()).toContain('"object":null');
  expect(whole[1]?.toString()).toContain('"spec":{');
});
