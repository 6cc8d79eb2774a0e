import { createLog, parseOptionsOf, startAPIServer } from "@apimachinery/apiserver";
import { defaultClientConfig, RESTClient } from "@apimachinery/client";
import { afterAll, beforeAll, expect, test } from "vitest";
import { definition } from "../src/definition.js";

/** Folder for the kubeconfig and the certificates. Later runs use them again. */
const folder = "test.local";

let client: RESTClient;
let stop: (() => Promise<void>) | undefined;

/** Starts the server with objects in memory, on a free port. */
beforeAll(async () => {
  const kubeconfig = `${folder}/kubeconfig`;
  const flags = [
    "--bind-address=127.0.0.1",
    "--secure-port=0",
    "--storage-backend=memory",
    `--data-dir=${folder}`,
    `--write-kubeconfig=${kubeconfig}`,
  ];
  const parsed = parseOptionsOf(definition, flags, {
    out: () => undefined,
    err: (text) => {
      console.error(text);
    },
  });
  if ("exitCode" in parsed) throw new Error("the flags are wrong");
  const server = await startAPIServer(definition, parsed.options, createLog(parsed.options));
  const { config } = await defaultClientConfig({ kubeconfig });
  client = new RESTClient(config);
  stop = async () => {
    await client.close();
    await server.stop();
  };
});

afterAll(async () => {
  await stop?.();
});

/**
 * The samples are created in this order: an object that an admission plugin reads comes before the
 * objects that refer to it.
 */
test.each([
  {
    sample: "coffee",
    path: "/apis/cafe.example.com/v1/namespaces/default/coffees",
    name: "coffee-sample",
  },
  {
    sample: "machine",
    path: "/apis/cafe.example.com/v1/machines",
    name: "machine-sample",
  },
])("the server stores the sample $sample", async ({ sample, path, name }) => {
  const { default: body } = (await import(`../samples/${sample}.yaml?raw`)) as { default: string };
  const headers = { "content-type": "application/yaml" };
  const created: unknown = JSON.parse(await client.text({ method: "POST", path, headers, body }));
  expect(created).toMatchObject({ metadata: { name } });
  const read: unknown = JSON.parse(await client.text({ method: "GET", path: `${path}/${name}` }));
  expect(read).toEqual(created);
});
