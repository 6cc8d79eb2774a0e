import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { clientConfigOf, loadKubeconfig, RESTClient } from "@apimachinery/client";
import { afterEach, beforeEach, expect, test } from "vitest";
import { mains, ServerProcess } from "../../interop/server-process.js";

let folder = "";
let server: ServerProcess | undefined;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "apimachinery-audit-"));
  writeFileSync(
    join(folder, "policy.yaml"),
    `apiVersion: audit.k8s.io/v1
kind: Policy
omitStages: [RequestReceived]
rules: [{level: Metadata, verbs: [create]}]
`,
  );
});
afterEach(async () => {
  await server?.remove();
  rmSync(folder, { recursive: true, force: true });
});

const count = 100;
const ids = Array.from({ length: count }, (_, index) => `request-${index}`);

/** Starts a server, and sends requests whose ids are the names of the created objects. */
async function afterRequests(log: string, ...flags: readonly string[]): Promise<ServerProcess> {
  const policy = `--audit-policy-file=${join(folder, "policy.yaml")}`;
  server = await ServerProcess.start(mains.pizza, [policy, `--audit-log-path=${log}`, ...flags]);
  const { config } = await clientConfigOf(await loadKubeconfig([server.kubeconfig]));
  const client = new RESTClient(config);
  const create = (id: string) =>
    client.text({
      method: "POST",
      path: "/apis/restaurant.programming-kubernetes.info/v1alpha1/toppings",
      headers: { "content-type": "application/json", "audit-id": id },
      body: JSON.stringify({ metadata: { name: id }, spec: { cost: 1 } }),
    });
  await Promise.all(ids.map(create));
  await client.close();
  return server;
}

/** Ids of the events in a text, in the order of their names. */
function idsIn(text: string): readonly string[] {
  const lines = text.split("\n").filter((line) => line.startsWith("{"));
  const found = lines.map((line) => (JSON.parse(line) as { readonly auditID: string }).auditID);
  return found.sort((a, b) => Number(a.slice(8)) - Number(b.slice(8)));
}

test("mode blocking: after kill -9 the log has the event of every request that was answered", async () => {
  const log = join(folder, "audit.log");
  const running = await afterRequests(log);
  await running.end("SIGKILL");
  expect(idsIn(readFileSync(log, "utf8"))).toEqual(ids);
});

test("mode batch: at SIGTERM the server writes the events that wait", async () => {
  const log = join(folder, "audit.log");
  const throttle = ["--audit-log-batch-throttle-enable", "--audit-log-batch-throttle-qps=200"];
  const running = await afterRequests(log, "--audit-log-mode=batch", ...throttle, "--audit-log-batch-throttle-burst=1");
  expect(await running.end("SIGTERM")).toBe(0);
  expect(idsIn(readFileSync(log, "utf8"))).toEqual(ids);
});

test("the path - is standard output", async () => {
  const running = await afterRequests("-");
  await running.end("SIGTERM");
  expect(idsIn(running.output)).toEqual(ids);
});
