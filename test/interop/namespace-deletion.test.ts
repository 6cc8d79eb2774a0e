import { clientConfigOf, isNotFound, loadKubeconfig, RESTClient, untypedResource } from "@apimachinery/client";
import { afterAll, beforeAll, expect, test } from "vitest";
import { mains, ServerProcess } from "./server-process.js";
import { eventually } from "../eventually.js";

/** @file Kills a server with SIGKILL while it deletes the content of a namespace. */

let server: ServerProcess;
let client: RESTClient;

beforeAll(async () => {
  server = await ServerProcess.start(mains.groups);
  const { config } = await clientConfigOf(await loadKubeconfig([server.kubeconfig]));
  client = new RESTClient(config);
});

afterAll(async () => {
  await client.close();
  await server.remove();
});

const namespaceType = untypedResource({ group: "", version: "v1", kind: "Namespace" }, "namespaces");
const flunderType = untypedResource({ group: "wardle.example.com", version: "v1beta1", kind: "Flunder" }, "flunders");

function createNamespace(name: string): Promise<unknown> {
  return client.resourceOf(namespaceType).create({ apiVersion: "v1", kind: "Namespace", metadata: { name } });
}

function flundersIn(namespace: string): ReturnType<typeof client.resourceOf> {
  return client.resourceOf(flunderType).namespace(namespace);
}

function createFlunders(namespace: string, count: number, finalizers: string[] = []): Promise<unknown> {
  return Promise.all(
    Array.from({ length: count }, (_, index) =>
      flundersIn(namespace).create({
        apiVersion: "wardle.example.com/v1beta1",
        kind: "Flunder",
        metadata: { name: `flunder-${index}`, finalizers },
      }),
    ),
  );
}

async function exists(namespace: string): Promise<boolean> {
  try {
    await client.resourceOf(namespaceType).get(namespace);
    return true;
  } catch (error) {
    if (isNotFound(error)) return false;
    throw error;
  }
}

test("a namespace and its content disappear although the server is killed during the deletion", async () => {
  for (const name of ["kitchen", "kitchen-2"]) await createNamespace(name);
  await createFlunders("kitchen", 400);
  await createFlunders("kitchen-2", 3);
  await client.resourceOf(namespaceType).delete("kitchen");
  const counts: number[] = [];
  for (let round = 0; round < 3; round++) {
    await eventually(async () => {
      counts.push((await flundersIn("kitchen").list()).items.length);
      return counts.at(-1) === 0 || (counts.at(-1) ?? 0) < (counts[0] ?? 0);
    });
    await server.end("SIGKILL");
    await server.again();
  }
  await eventually(async () => {
    expect(await exists("kitchen")).toBe(false);
  });
  await createNamespace("kitchen");
  expect((await flundersIn("kitchen").list()).items).toEqual([]);
  expect((await flundersIn("kitchen-2").list()).items).toHaveLength(3);
});

test("a deletion that waits for a finalizer continues after a kill of the server", async () => {
  await createNamespace("cellar");
  await createFlunders("cellar", 1, ["example.com/wait"]);
  await client.resourceOf(namespaceType).delete("cellar");
  await server.end("SIGKILL");
  await server.again();
  await eventually(async () => {
    const { status } = (await client.resourceOf(namespaceType).get("cellar")) as { status?: { conditions?: unknown } };
    expect(JSON.stringify(status?.conditions)).toContain("SomeFinalizersRemain");
  });
  await flundersIn("cellar").patch("flunder-0", { type: "merge", body: { metadata: { finalizers: null } } });
  await eventually(async () => {
    expect(await exists("cellar")).toBe(false);
  });
});

test("objects that clients create during the deletion do not survive it", async () => {
  await createNamespace("market");
  const created: string[] = [];
  let isOver = false;
  const writer = async (prefix: string) => {
    for (let index = 0; !isOver; index++) {
      const metadata = { name: `${prefix}-${index}` };
      try {
        await flundersIn("market").create({ apiVersion: "wardle.example.com/v1beta1", kind: "Flunder", metadata });
        created.push(metadata.name);
      } catch {
        // The namespace is being deleted, or does not exist.
      }
    }
  };
  const writers = ["a", "b", "c", "d"].map(writer);
  await eventually(() => {
    expect(created.length).toBeGreaterThan(50);
  });
  await client.resourceOf(namespaceType).delete("market");
  await eventually(async () => {
    expect(await exists("market")).toBe(false);
  });
  isOver = true;
  await Promise.all(writers);
  await createNamespace("market");
  expect((await flundersIn("market").list()).items).toEqual([]);
});
