import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createLog, parseOptionsOf, startAPIServer } from "@apimachinery/apiserver";
import { eventually } from "../eventually.js";
import { APIClient } from "../apiserver/process/api-client.js";
import { groupsServer } from "../peers/groups/definition.js";

const namespaces = "/api/v1/namespaces";
const flunders = "/apis/wardle.example.com/v1beta1/namespaces/kitchen/flunders";

/**
 * Returns the metrics of a server with an embedded store, which has created a namespace with an
 * object in it, and deleted both.
 */
export async function scrape(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), "apimachinery-metrics-"));
  const args = ["--bind-address=127.0.0.1", "--secure-port=0", `--data-dir=${folder}/data`];
  const output = { out: () => undefined, err: () => undefined };
  const parsed = parseOptionsOf(groupsServer, [...args, `--write-kubeconfig=${folder}/kubeconfig`], output);
  if ("exitCode" in parsed) throw new Error("invalid flags");
  const log = createLog({ v: 0, loggingFormat: "text" }, () => undefined);
  const server = await startAPIServer(groupsServer, parsed.options, log);
  const client = new APIClient(server.url, `${folder}/kubeconfig`);
  try {
    await client.send("POST", namespaces, { metadata: { name: "kitchen" } });
    await client.send("POST", `${flunders}?fieldValidation=Strict`, { metadata: { name: "a" }, spec: {} });
    await client.send("DELETE", `${namespaces}/kitchen`);
    await eventually(async () => (await client.send("GET", `${namespaces}/kitchen`)).status === 404);
    return await client.text("/metrics");
  } finally {
    client.close();
    await server.stop();
    rmSync(folder, { recursive: true });
  }
}
