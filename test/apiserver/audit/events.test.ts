import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { MemoryStorage, versionInfo, type Authorizer } from "@apimachinery/apiserver";
import { RESTClient } from "@apimachinery/client";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { AuditBackend } from "../../../apiserver/audit/backend.js";
import type { AuditEvent } from "../../../apiserver/audit/event.js";
import type { AuditDecision } from "../../../apiserver/audit/policy/evaluate.js";
import { ServerMetrics } from "../../../apiserver/metrics/server-metrics.js";
import { InProcessServer } from "../harness.js";
import { StartedServer, textOrMessage } from "../authorization/started-server.js";
import { AuditedServer, type Event } from "./audited-server.js";

interface EventList {
  readonly kind: string;
  readonly apiVersion: string;
  readonly items: readonly Event[];
}

let audited: AuditedServer | undefined;
let folder = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "apimachinery-audit-"));
});
afterEach(async () => {
  await audited?.stop();
  audited = undefined;
  rmSync(folder, { recursive: true, force: true });
});

const pizzas = "/apis/restaurant.programming-kubernetes.info/v1beta1/namespaces/default/pizzas";
const pizza = (name: string) =>
  JSON.stringify({
    apiVersion: "restaurant.programming-kubernetes.info/v1beta1",
    kind: "Pizza",
    metadata: { name },
    spec: { toppings: [{ name: "basil", quantity: 1 }] },
  });

const post = (client: RESTClient, name: string, headers: Readonly<Record<string, string>> = {}) =>
  client.text({
    method: "POST",
    path: pizzas,
    headers: { "content-type": "application/json", ...headers },
    body: pizza(name),
  });

/** Replaces the values that differ between two runs. */
function shown(event: Event | undefined): unknown {
  const text = JSON.stringify(event)
    .replace(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z/g, "MICROTIME")
    .replace(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ/g, "TIME")
    .replace(/X509SHA256=[0-9a-f]+/g, "X509SHA256")
    .replace(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g, "UUID");
  return JSON.parse(text);
}

const stagesOf = (events: readonly Event[]) => events.map(({ verb, stage }) => `${verb} ${stage}`);

describe("events", () => {
  test("an event has all fields at the level RequestResponse", async () => {
    audited = await AuditedServer.with("rules: [{level: RequestResponse}]\nomitManagedFields: true\n");
    const client = await audited.server.as("alice", "system:masters");
    await post(client, "m", {
      "user-agent": "tester/1.0",
      "audit-id": "chosen",
      "x-forwarded-for": "10.1.1.1, junk",
    });
    const object = {
      kind: "Pizza",
      apiVersion: "restaurant.programming-kubernetes.info/v1beta1",
      metadata: { name: "m" },
      spec: { toppings: [{ name: "basil", quantity: 1 }] },
      status: {},
    };
    const common = {
      kind: "Event",
      apiVersion: "audit.k8s.io/v1",
      level: "RequestResponse",
      auditID: "chosen",
      stage: "RequestReceived",
      requestURI: pizzas,
      verb: "create",
      user: {
        username: "alice",
        groups: ["system:masters", "system:authenticated"],
        extra: { "authentication.kubernetes.io/credential-id": ["X509SHA256"] },
      },
      sourceIPs: ["10.1.1.1", "127.0.0.1"],
      userAgent: "tester/1.0",
      requestReceivedTimestamp: "MICROTIME",
      stageTimestamp: "MICROTIME",
    };
    const objectRef = {
      resource: "pizzas",
      namespace: "default",
      apiGroup: "restaurant.programming-kubernetes.info",
      apiVersion: "v1beta1",
    };
    const metadata = { name: "m", namespace: "default", uid: "UUID", creationTimestamp: "TIME", resourceVersion: "2" };
    // The events are in the file as soon as the client has the response.
    expect(audited.events.filter(({ auditID }) => auditID === "chosen").map(shown)).toEqual([
      { ...common, objectRef },
      {
        ...common,
        stage: "ResponseComplete",
        objectRef: { ...objectRef, name: "m" },
        responseStatus: { metadata: {}, code: 201 },
        requestObject: object,
        responseObject: { ...object, metadata },
        annotations: { "authorization.k8s.io/decision": "allow", "authorization.k8s.io/reason": "" },
      },
    ]);
  });

  test("the object of a response in protobuf is JSON in its event", async () => {
    audited = await AuditedServer.with("rules: [{level: RequestResponse}]\n");
    const client = await audited.server.as("alice", "system:masters");
    await post(client, "m");
    const accept = "application/vnd.kubernetes.protobuf;as=PartialObjectMetadataList;g=meta.k8s.io;v=v1";
    await client.text({ method: "GET", path: pizzas, headers: { accept, "audit-id": "protobuf" } });
    const complete = audited.events.find(
      ({ auditID, stage }) => auditID === "protobuf" && stage === "ResponseComplete",
    );
    expect(complete).toMatchObject({
      responseObject: {
        apiVersion: "meta.k8s.io/v1",
        kind: "PartialObjectMetadataList",
        items: [{ metadata: { name: "m" } }],
      },
    });
  });

  test("requests that are not authenticated, not allowed, impersonated or wrong have events", async () => {
    audited = await AuditedServer.with("rules: [{level: Metadata}]\nomitStages: [RequestReceived]\n");
    const ada = await audited.server.as("ada", "system:masters");
    const bob = await audited.server.as("bob");
    const ca = audited.server.authority;
    const unknown = new RESTClient({ server: audited.server.url, tls: { ca }, auth: { token: "none" } });
    await textOrMessage(unknown, pizzas);
    await textOrMessage(bob, pizzas);
    await ada.text({
      method: "GET",
      path: pizzas,
      headers: { "impersonate-user": "eve", "impersonate-group": "system:masters" },
    });
    await textOrMessage(ada, `${pizzas}/none`);
    await ada.text({ method: "GET", path: pizzas, query: new URLSearchParams("timeout=x") }).catch(() => undefined);
    await unknown.close();
    const parts = audited.events.map(({ stage, user, impersonatedUser, responseStatus, annotations }) =>
      [
        stage,
        user.username ?? "-",
        impersonatedUser?.username ?? "-",
        responseStatus?.code,
        responseStatus?.reason ?? "-",
        annotations?.["authorization.k8s.io/decision"] ?? "-",
      ].join(" "),
    );
    expect(parts).toEqual([
      "ResponseStarted - - 401 Unauthorized -",
      "ResponseComplete bob - 403 Forbidden forbid",
      "ResponseComplete ada eve 200 - allow",
      "ResponseComplete ada - 404 NotFound allow",
      "ResponseStarted - - 400 BadRequest -",
    ]);
  });

  test("a watch has an event when it starts, and one when its client disconnects", async () => {
    audited = await AuditedServer.with("rules: [{level: Request, verbs: [watch]}]\n");
    const client = await audited.server.as("ada", "system:masters");
    const gone = new AbortController();
    const query = new URLSearchParams({ watch: "true" });
    const response = await client.send({ method: "GET", path: pizzas, query, isStream: true, signal: gone.signal });
    const stages = () => stagesOf(audited?.events ?? []);
    expect(stages()).toEqual(["watch RequestReceived", "watch ResponseStarted"]);
    gone.abort();
    await Promise.resolve(response.body).catch(() => undefined);
    while (stages().length < 3) await new Promise((resolve) => setTimeout(resolve, 5));
    expect(stages()[2]).toBe("watch ResponseComplete");
  });

  test("a watch that the server ends at its stop has its last event", async () => {
    const server = await AuditedServer.with("rules: [{level: Metadata, verbs: [watch]}]\n");
    const client = await server.server.as("ada", "system:masters");
    const query = new URLSearchParams({ watch: "true" });
    await client.send({ method: "GET", path: pizzas, query, isStream: true });
    await server.server.stop();
    expect(stagesOf(server.events).at(-1)).toBe("watch ResponseComplete");
    server.remove();
  });

  test("a failure of the authorizers has no decision", async () => {
    const failing = () => {
      throw new TypeError("out of dough");
    };
    audited = await AuditedServer.with("rules: [{level: Metadata}]\n", [], [failing]);
    const client = await audited.server.as("bob");
    await textOrMessage(client, pizzas);
    const annotations = { "authorization.k8s.io/reason": "internal error" };
    expect(audited.events.at(-1)).toMatchObject({ stage: "ResponseComplete", responseStatus: { code: 500 } });
    expect(audited.events.at(-1)?.annotations).toEqual(annotations);
  });

  test("a slow request has the times that it has spent in the parts of the server", async () => {
    const slow: Authorizer = async ({ user }) => {
      if (user.name !== "bob") return "no opinion";
      await new Promise((resolve) => setTimeout(resolve, 550));
      return "allow";
    };
    audited = await AuditedServer.with("rules: [{level: Metadata}]\n", ["--watch-cache=false"], [slow]);
    await textOrMessage(await audited.server.as("bob"), pizzas);
    const annotations = audited.events.at(-1)?.annotations ?? {};
    const prefix = "apiserver.latency.k8s.io/";
    const layers = Object.keys(annotations).filter((key) => key.startsWith(prefix));
    expect(layers.map((key) => key.slice(prefix.length))).toEqual([
      "authentication",
      "authorization",
      "etcd",
      "serialize-response-object",
      "total",
    ]);
    expect(annotations[`${prefix}total`]).toMatch(/^(\d+m)?\d+(\.\d+)?m?s$/);
    await textOrMessage(await audited.server.as("ada", "system:masters"), pizzas);
    expect(audited.events.at(-1)?.user.username).toBe("ada");
    expect(Object.keys(audited.events.at(-1)?.annotations ?? {})).not.toContain(`${prefix}authorization`);
  });

  test("an unexpected error has the stage Panic", async () => {
    const storage = new MemoryStorage();
    storage.get = () => Promise.reject(new TypeError("out of dough"));
    const events: AuditEvent[] = [];
    const backend: AuditBackend = {
      process: (given) => {
        events.push(...given);
        return Promise.resolve(true);
      },
      close: () => Promise.resolve(),
    };
    const decision: AuditDecision = { level: "Metadata", omitStages: new Set(), omitManagedFields: false };
    const { audit: metrics } = new ServerMetrics(versionInfo("1", "0", "v1.0.0"));
    const audit = { evaluate: () => decision, backend, metrics, log: () => undefined };
    const server = new InProcessServer({ storage, config: { audit } });
    expect((await server.get(`${pizzas}/a`)).status).toBe(500);
    expect(events.map(({ stage, responseStatus }) => [stage, responseStatus?.message])).toEqual([
      ["RequestReceived", undefined],
      ["Panic", "APIServer panic'd: out of dough"],
    ]);
  });

  test("metrics count events and levels", async () => {
    audited = await AuditedServer.with("rules: [{level: None, nonResourceURLs: ['*']}, {level: Metadata}]\n");
    const client = await audited.server.as("ada", "system:masters");
    await post(client, "m");
    const text = await client.text({ method: "GET", path: "/metrics" });
    expect(text).toMatch(/^apiserver_audit_level_total\{level="None"\} [1-9]/m);
    expect(text).toMatch(/^apiserver_audit_level_total\{level="Metadata"\} [1-9]/m);
    expect(text).toMatch(/^apiserver_audit_event_total [2-9]/m);
    expect(text).toContain("apiserver_audit_requests_rejected_total 0");
  });
});

describe("a log that cannot be written", () => {
  const full = ["--audit-log-path=/dev/full", "--audit-log-maxsize=0"];

  test("mode blocking: requests are served, and the loss is counted and logged", async () => {
    audited = await AuditedServer.with("rules: [{level: Metadata}]\n", full);
    const client = await audited.server.as("ada", "system:masters");
    expect(await textOrMessage(client, pizzas)).toContain("PizzaList");
    expect(await client.text({ method: "GET", path: "/metrics" })).toMatch(
      /^apiserver_audit_error_total\{plugin="log"\} [1-9]/m,
    );
    expect(audited.server.logged.join("")).toMatch(
      /Error in audit plugin 'log' affecting 1 audit events: ENOSPC: no space left on device/,
    );
  });

  test("mode blocking-strict: requests fail before they are handled", async () => {
    audited = await AuditedServer.with("rules: [{level: Metadata, resources: [{group: '*'}]}]\n", [
      ...full,
      "--audit-log-mode=blocking-strict",
    ]);
    const client = await audited.server.as("ada", "system:masters");
    expect(await textOrMessage(client, pizzas)).toContain("failed to store audit event");
    expect(await client.text({ method: "GET", path: "/metrics" })).toMatch(
      /^apiserver_audit_requests_rejected_total [1-9]/m,
    );
  });

  test("a folder that cannot be written is a start error that names the flag", async () => {
    writeFileSync(join(folder, "file"), "");
    await expect(
      AuditedServer.with("rules: [{level: Metadata}]\n", [`--audit-log-path=${folder}/file/audit.log`]),
    ).rejects.toThrow(`--audit-log-path: the audit log ${folder}/file/audit.log cannot be written: `);
  });
});

describe("the webhook", () => {
  /** Receives EventLists. Refuses the first `failures` requests. */
  async function receiver(failures = 0) {
    const lists: EventList[] = [];
    let left = failures;
    const server = createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on("data", (chunk: Buffer) => chunks.push(chunk));
      request.on("end", () => {
        const isRefused = left-- > 0;
        if (!isRefused) lists.push(JSON.parse(Buffer.concat(chunks).toString("utf8")) as EventList);
        response.writeHead(isRefused ? 400 : 200).end(`${request.method ?? ""} ${request.url ?? ""}`);
      });
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const file = join(folder, "webhook.kubeconfig");
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/events`;
    writeFileSync(
      file,
      `{apiVersion: v1, kind: Config, clusters: [{name: c, cluster: {server: "${url}"}}], contexts: [{name: c, context: {cluster: c}}], current-context: c}`,
    );
    const close = () => new Promise((resolve) => server.close(resolve));
    return { lists, close, flag: `--audit-webhook-config-file=${file}` };
  }
  const rules = "rules: [{level: Metadata, verbs: [create]}]\nomitStages: [RequestReceived]\n";
  const names = (lists: readonly EventList[]) =>
    lists.map(({ items }) => items.map(({ objectRef }) => objectRef?.name));

  test("mode batch: the events of a stopped server are sent; a failed request is repeated", async () => {
    const { lists, close, flag } = await receiver(2);
    const server = await AuditedServer.with(rules, [flag, "--audit-webhook-initial-backoff=1ms"]);
    const client = await server.server.as("ada", "system:masters");
    for (const name of ["a", "b", "c"]) await post(client, name);
    expect(lists).toEqual([]);
    await server.stop();
    expect(names(lists)).toEqual([["a", "b", "c"]]);
    expect([lists[0]?.kind, lists[0]?.apiVersion]).toEqual(["EventList", "audit.k8s.io/v1"]);
    await close();
  });

  test("mode blocking: the events are sent before the response", async () => {
    const { lists, close, flag } = await receiver();
    audited = await AuditedServer.with(rules, [flag, "--audit-webhook-mode=blocking"]);
    const client = await audited.server.as("ada", "system:masters");
    await post(client, "a");
    expect(names(lists)).toEqual([["a"]]);
    await audited.stop();
    audited = undefined;
    await close();
  });

  test("a kubeconfig that cannot be read is a start error that names the flag", async () => {
    await expect(AuditedServer.with(rules, ["--audit-webhook-config-file=/none"])).rejects.toThrow(
      /^--audit-webhook-config-file: initializing audit webhook: /,
    );
  });
});

test("without a policy no events are recorded, and a broken policy is a start error", async () => {
  const path = join(folder, "audit.log");
  const server = await StartedServer.with([`--audit-log-path=${path}`]);
  expect(server.logged.join("")).toContain("No audit policy file provided, no events will be recorded for log backend");
  await server.stop();
  await expect(AuditedServer.with("rule: []\n")).rejects.toThrow(/policy\.yaml:3:1: unknown field "rule"/);
});
