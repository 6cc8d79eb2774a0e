import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { RESTClient } from "@apimachinery/client";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openTracing, readTracingConfiguration } from "../../../apiserver/options/tracing/open.js";
import { StartedServer } from "../authorization/started-server.js";
import { Collector, type ReceivedSpan } from "./collector.js";

const folder = mkdtempSync(join(tmpdir(), "apimachinery-tracing-"));
afterAll(() => {
  rmSync(folder, { recursive: true });
});
const file = join(folder, "tracing.yaml");
const head = "apiVersion: apiserver.config.k8s.io/v1\nkind: TracingConfiguration\n";
const pizzas = "/apis/restaurant.programming-kubernetes.info/v1beta1/namespaces/default/pizzas";
const pizza = JSON.stringify({ metadata: { name: "m" }, spec: {} });
const json = { "content-type": "application/json" };

describe("spans of requests", () => {
  const collector = new Collector();
  const clientTrace = "0af7651916cd43dd8448eb211c80319c";
  const foreignTrace = "1af7651916cd43dd8448eb211c80319c";
  const longPath = `/apis/restaurant.programming-kubernetes.info/v1beta1/${"p".repeat(5000)}?a=${"b".repeat(5000)}`;
  const traceparent = (trace: string) => `00-${trace}-b7ad6b7169203331-01`;
  beforeAll(async () => {
    writeFileSync(file, `${head}endpoint: ${await collector.start()}\nsamplingRatePerMillion: 1000000\n`);
    const server = await StartedServer.with([`--tracing-config-file=${file}`, "--authorization-mode=AlwaysAllow"]);
    const ada = await server.as("ada", "system:masters");
    const bob = await server.as("bob");
    const send = (client: RESTClient, method: string, path: string, headers: object, body?: string) =>
      client
        .text({ method, path, headers: { ...json, ...headers }, ...(body === undefined ? {} : { body }) })
        .catch(() => "");
    await send(ada, "POST", pizzas, { traceparent: traceparent(clientTrace), "audit-id": "create" }, pizza);
    await send(bob, "GET", `${pizzas}/m`, { traceparent: traceparent(foreignTrace), "audit-id": "get" });
    await send(ada, "GET", pizzas, { "audit-id": "list", accept: "application/yaml" });
    await send(ada, "GET", `${pizzas}/none`, { "audit-id": "missing" });
    const { metadata } = JSON.parse(await ada.text({ method: "GET", path: `${pizzas}/m` })) as { metadata: object };
    const changed = JSON.stringify({ metadata, spec: { toppings: [{ name: "basil", quantity: 1 }] } });
    await send(ada, "PUT", `${pizzas}/m`, { "audit-id": "update" }, changed);
    await send(
      ada,
      "PATCH",
      `${pizzas}/m`,
      { "audit-id": "patch", "content-type": "application/merge-patch+json" },
      "{}",
    );
    await send(ada, "DELETE", `${pizzas}/m`, { "audit-id": "delete" });
    await send(ada, "GET", "/version", { "audit-id": "version" });
    await send(ada, "GET", longPath, { "audit-id": "long", "user-agent": "a".repeat(5000) });
    const watch = await ada.send({
      method: "GET",
      path: pizzas,
      query: new URLSearchParams("watch=1"),
      isStream: true,
    });
    expect(watch.status).toBe(200);
    // The server sends its last spans when it stops.
    await server.stop();
    collector.stop();
  });

  const spanOf = (id: string): ReceivedSpan | undefined =>
    collector.spans.find(({ kind, attributes }) => kind === 2 && attributes["audit-id"] === id);
  const childrenOf = (span: ReceivedSpan | undefined): readonly string[] =>
    collector.spans
      .filter(({ traceId, parentSpanId }) => traceId === span?.traceId && parentSpanId === span.spanId)
      .flatMap((child) => [child.name, ...childrenOf(child)]);

  test("a request has a span with Kubernetes' name and attributes, in the trace of its client", () => {
    const span = spanOf("create");
    expect(span).toMatchObject({
      traceId: clientTrace,
      parentSpanId: "b7ad6b7169203331",
      name: "POST /apis/restaurant.programming-kubernetes.info/v1beta1/namespaces/{:namespace}/pizzas",
      links: [],
      resource: { "service.name": "apiserver" },
    });
    expect(span?.attributes).toMatchObject({
      "http.request.method": "POST",
      "url.path": pizzas,
      "http.target": pizzas,
      "audit-id": "create",
      "http.response.status_code": 201,
      "network.peer.address": "127.0.0.1",
    });
    const handler = collector.spans.find(
      ({ name, attributes }) => name === "Create" && attributes["audit-id"] === "create",
    );
    expect(handler?.attributes).toMatchObject({
      resource: "pizzas",
      namespace: "default",
      verb: "POST",
      scope: "resource",
    });
  });

  test("the steps of a request have spans with Kubernetes' names", () => {
    expect(childrenOf(spanOf("create"))).toEqual(["Create", "Create memory", "SerializeObject"]);
    expect(childrenOf(spanOf("get"))).toEqual(["Get", "cacher.Get", "SerializeObject"]);
    expect(childrenOf(spanOf("list"))).toEqual(["List", "cacher.GetList", "SerializeObject"]);
    expect(childrenOf(spanOf("missing"))[0]).toBe("Get");
    expect(childrenOf(spanOf("update"))).toContain("GuaranteedUpdate memory");
    expect(childrenOf(spanOf("patch"))[0]).toBe("Patch");
    expect(childrenOf(spanOf("delete"))[0]).toBe("Delete");
    expect(spanOf("version")?.name).toBe("GET");
  });

  test("a client that is not privileged does not decide about traces: its trace is linked", () => {
    const span = spanOf("get");
    expect([span?.links, span?.parentSpanId]).toEqual([[foreignTrace], ""]);
    expect(span?.traceId).not.toBe(foreignTrace);
  });

  test("the name and the attributes of a span are cut to 1,024 characters", () => {
    const span = spanOf("long");
    expect([span?.name.length, span?.attributes["http.target"], span?.attributes["user_agent.original"]]).toEqual([
      1024,
      longPath.slice(0, 1024),
      "a".repeat(1024),
    ]);
  });

  test("the span of a watch ends with the watch", () => {
    const span = collector.spans.find(({ attributes }) => attributes["http.target"] === `${pizzas}?watch=1`);
    expect(span?.attributes["http.response.status_code"]).toBe(200);
  });
});

test("without a sampling rate only requests with the trace of a privileged client have spans", async () => {
  const collector = new Collector();
  writeFileSync(file, `${head}endpoint: ${await collector.start()}\n`);
  const server = await StartedServer.with([`--tracing-config-file=${file}`]);
  const ada = await server.as("ada", "system:masters");
  await ada.text({ method: "GET", path: pizzas });
  const traceparent = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";
  await ada.text({ method: "GET", path: "/version", headers: { traceparent } });
  await server.stop();
  collector.stop();
  expect(collector.spans.map(({ attributes }) => attributes["url.path"])).toEqual(["/version"]);
});

test("a missing package is a start error that names the packages to install", async () => {
  writeFileSync(file, head);
  const log = { error: () => undefined, info: () => undefined, isEnabled: () => false };
  const load = (name: string) =>
    name === "@opentelemetry/sdk-trace-node"
      ? Promise.reject(new Error(`Cannot find package '${name}'`))
      : import(name);
  await expect(openTracing({ tracingConfigFile: file }, log, load)).rejects.toThrow(
    "--tracing-config-file needs packages that are not installed (Cannot find package '@opentelemetry/sdk-trace-node'): run npm install @opentelemetry/api @opentelemetry/sdk-trace-node@2 @opentelemetry/resources@2 @opentelemetry/exporter-trace-otlp-grpc@0.223",
  );
});

test.each([
  [`${head}endpoint: a:1\nsamplingRatePerMillion: 500000\n`, { endpoint: "a:1", ratio: 0.5 }],
  [head, { endpoint: "localhost:4317", ratio: 0 }],
  [
    `${head}endpoint: http://a:1\nsamplingRatePerMillion: -1\n`,
    'tracing.yaml:3:11: endpoint: Invalid value: "http://a:1": unsupported scheme: http.  Options are none, dns, unix, or unix-abstract.  See https://github.com/grpc/grpc/blob/master/doc/naming.md\ntracing.yaml:4:25: samplingRatePerMillion: Invalid value: -1: sampling rate must be positive',
  ],
  [
    `${head}samplingRatePerMillion: 1000001\nrate: 1\n`,
    'tracing.yaml:4:1: unknown field "rate"\ntracing.yaml:3:25: samplingRatePerMillion: Invalid value: 1000001: sampling rate per million must be less than or equal to one million',
  ],
  [
    "kind: TracingConfiguration\n",
    'tracing.yaml:1:1: kind "TracingConfiguration" of apiVersion "": the file must contain a TracingConfiguration of apiserver.config.k8s.io/v1',
  ],
])("the configuration %j is read or refused with positions", async (text, expected) => {
  writeFileSync(file, text);
  const read = readTracingConfiguration(file).catch((error: unknown) =>
    (error as Error).message.replaceAll(`${folder}/`, ""),
  );
  expect(await read).toEqual(expected);
});
