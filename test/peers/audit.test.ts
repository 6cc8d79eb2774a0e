import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { clientConfigOf, loadKubeconfig, RESTClient, type ClientConfig } from "@apimachinery/client";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { mains, ServerProcess } from "../interop/server-process.js";
import { auditRequests, type AuditRequest } from "./audit-requests.js";
import { findPeers, whyNoPeers, type PeerBinaries } from "./binaries.js";
import { startSampleAPIServer } from "./start.js";

/**
 * @file Sends the same requests to Go's sample-apiserver and to this project's server, with the
 * same audit policy, and compares the audit events.
 */

const policy = `apiVersion: audit.k8s.io/v1
kind: Policy
omitManagedFields: true
rules:
- {level: None, nonResourceURLs: ["/healthz*"]}
- {level: Metadata, resources: [{group: wardle.example.com, resources: [fischers]}], omitStages: [RequestReceived]}
- {level: Request, verbs: [update], resources: [{group: wardle.example.com, resources: ["*"]}]}
- {level: Request, resources: [{group: "*", resources: [flunders], resourceNames: [kept]}], omitManagedFields: false}
- {level: RequestResponse}
`;

/** Events by the id of their request, as text without times and random values. */
type Events = ReadonlyMap<string, readonly unknown[]>;

const peers = findPeers();
const reason = whyNoPeers();

describe.skipIf(reason !== undefined)(
  ["audit events of Go and of this server", reason].filter(Boolean).join(", "),
  () => {
    const folder = mkdtempSync(join(tmpdir(), "audit-peers-"));
    let go: Events;
    let own: Events;
    const flagsOf = (log: string) => [`--audit-policy-file=${join(folder, "policy.yaml")}`, `--audit-log-path=${log}`];
    beforeAll(async () => {
      writeFileSync(join(folder, "policy.yaml"), policy);
      const [goLog, ownLog] = [join(folder, "go.log"), join(folder, "own.log")];
      const sample = await startSampleAPIServer(peers as PeerBinaries, [], flagsOf(goLog));
      await sendAll(sample.kubeconfig);
      await sample.stop();
      const server = await ServerProcess.start(mains.wardle, flagsOf(ownLog));
      await sendAll(server.kubeconfig);
      await server.remove();
      go = eventsIn(goLog);
      own = eventsIn(ownLog);
    });
    afterAll(() => {
      rmSync(folder, { recursive: true, force: true });
    });

    test.each(auditRequests)("$id", ({ id, differs }) => {
      const part = (events: Events) =>
        events.get(id)?.map((event) => (differs === undefined ? event : withoutResponse(event)));
      expect(part(own)).toEqual(part(go));
    });
  },
);

async function sendAll(kubeconfig: string): Promise<void> {
  const { config } = await clientConfigOf(await loadKubeconfig([kubeconfig]));
  const administrator = new RESTClient(config);
  const anonymous = new RESTClient(withoutUser(config));
  for (const request of auditRequests) await send(request.isAnonymous === true ? anonymous : administrator, request);
  await administrator.close();
  await anonymous.close();
}

function withoutUser({ server, tls }: ClientConfig): ClientConfig {
  return { server, tls: { ...(tls?.ca === undefined ? {} : { ca: tls.ca }) } };
}

async function send(client: RESTClient, { id, method, path, headers, body }: AuditRequest): Promise<void> {
  const fixed = { "audit-id": id, "user-agent": "audit-test", "content-type": "application/json" };
  const query = path.includes("?") ? new URLSearchParams(path.slice(path.indexOf("?") + 1)) : undefined;
  await client
    .text({
      method,
      path: path.replace(/\?.*/, ""),
      headers: { ...fixed, ...headers },
      maxRetries: 0,
      ...(query === undefined ? {} : { query }),
      ...(body === undefined ? {} : { body }),
    })
    .catch(() => undefined);
}

function eventsIn(log: string): Events {
  const events = new Map<string, unknown[]>();
  for (const line of readFileSync(log, "utf8").split("\n")) {
    if (line === "") continue;
    const event = JSON.parse(comparable(line)) as { readonly auditID: string };
    events.set(event.auditID, [...(events.get(event.auditID) ?? []), event]);
  }
  return events;
}

function withoutResponse(event: unknown): unknown {
  return { ...(event as object), responseStatus: undefined, responseObject: undefined };
}

/** Replaces the values that differ between two servers. */
function comparable(line: string): string {
  return line
    .replace(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z/g, "MICROTIME")
    .replace(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ/g, "TIME")
    .replace(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g, "UUID")
    .replace(/X509SHA256=[0-9a-f]+/g, "X509SHA256")
    .replace(/"(resourceVersion)":"\d+"/g, '"$1":"REVISION"')
    .replace(/\bg-[a-z0-9]{5}\b/g, "GENERATED");
}
