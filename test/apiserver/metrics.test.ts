import { gunzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { MetricSet, SeriesHistogram } from "../../apiserver/metrics/series.js";
import { MeasuredStorage } from "../../apiserver/metrics/measured-storage.js";
import { ServerMetrics } from "../../apiserver/metrics/server-metrics.js";
import { defaultRunConfig, MemoryStorage, versionInfo } from "@apimachinery/apiserver";
import { InProcessServer, pizza, pizzas, toppings } from "./harness.js";

async function metricsOf(server: InProcessServer): Promise<readonly string[]> {
  const { text } = await server.get("/metrics");
  return text.split("\n");
}

/**
 * Returns the lines of one metric with their values. Labels that are the same on all lines are
 * removed.
 */
async function linesOf(server: InProcessServer, name: string): Promise<readonly string[]> {
  const always =
    /(group="restaurant\.programming-kubernetes\.info"|component="apiserver"|subresource=""|dry_run=""),?/g;
  return (await metricsOf(server))
    .filter((line) => line.startsWith(`${name}{`))
    .map((line) => line.replaceAll(always, "").replace(",}", "}"));
}

test("the metrics count requests by their labels and the code of the response", async () => {
  const server = new InProcessServer();
  await server.post(pizzas, pizza("a", "salami"));
  await server.post(pizzas, pizza("a", "salami"));
  await server.post(`${pizzas}?dryRun=All`, pizza("b", "salami"));
  await server.get(pizzas);
  await server.get(`${pizzas}/a`);
  await server.get(toppings);
  await server.get("/apis/restaurant.programming-kubernetes.info/v1beta1/pizzas");
  await server.delete(pizzas);
  const of = (verb: string, resource: string, version: string, scope: string, code: number) =>
    `{verb="${verb}",version="${version}",resource="${resource}",scope="${scope}",code="${code}"} 1`;
  expect(await linesOf(server, "apiserver_request_total")).toEqual(
    [
      of("POST", "pizzas", "v1beta1", "resource", 201),
      of("POST", "pizzas", "v1beta1", "resource", 409),
      of("POST", "pizzas", "v1beta1", "resource", 201).replace('"POST",', '"POST",dry_run="All",'),
      of("LIST", "pizzas", "v1beta1", "namespace", 200),
      of("GET", "pizzas", "v1beta1", "resource", 200),
      of("LIST", "toppings", "v1alpha1", "cluster", 200),
      of("LIST", "pizzas", "v1beta1", "cluster", 200),
      of("DELETECOLLECTION", "pizzas", "v1beta1", "namespace", 200),
    ].map((line) => `apiserver_request_total${line}`),
  );
  expect(
    (await linesOf(server, "apiserver_response_sizes_count")).map((line) => /verb="(\w+)"/.exec(line)?.[1]),
  ).toEqual(["LIST", "GET", "LIST", "LIST"]);
});

test("invented names in requests do not become labels", async () => {
  const server = new InProcessServer();
  for (const path of [
    "/apis/made.up/v1/things",
    `${pizzas}/a/made-up`,
    "/made/up",
    pizzas.replace("pizzas", "made-up"),
  ])
    await server.get(path);
  expect((await metricsOf(server)).filter((line) => !line.startsWith("#") && line.includes("made"))).toEqual([]);
});

test("the metrics count requests that the server ends: after their deadline, and above the limit", async () => {
  let release: () => void = () => undefined;
  const released = new Promise<void>((resolve) => (release = resolve));
  const gate = { name: "Gate", handles: (operation: string) => operation === "CREATE", validate: () => released };
  const server = new InProcessServer({
    admission: [gate],
    user: { name: "cook", groups: [], extra: {} },
    config: { run: { ...defaultRunConfig, maxWrites: 1 }, authorizers: [() => "allow"] },
  });
  expect((await server.post(`${pizzas}?timeout=1ms`, pizza("a"))).status).toBe(504);
  expect((await server.delete(`${pizzas}/a`)).status).toBe(429);
  release();
  const of = (verb: string, code: number) =>
    `apiserver_request_terminations_total{verb="${verb}",version="v1beta1",resource="pizzas",scope="resource",code="${code}"} 1`;
  expect(await linesOf(server, "apiserver_request_terminations_total")).toEqual([of("POST", 504), of("DELETE", 429)]);
});

test("each scrape counts the objects; a reset sets counters to zero", async () => {
  const server = new InProcessServer();
  for (const name of ["a", "b", "c"]) await server.post(pizzas, pizza(name, "salami"));
  expect(await linesOf(server, "apiserver_storage_objects")).toEqual([
    'apiserver_storage_objects{resource="pizzas.restaurant.programming-kubernetes.info"} 3',
    'apiserver_storage_objects{resource="toppings.restaurant.programming-kubernetes.info"} 0',
  ]);
  const reset = await server.delete("/metrics");
  expect([reset.status, reset.text]).toEqual([200, "metrics reset\n"]);
  expect(await linesOf(server, "apiserver_request_total")).toEqual([expect.stringMatching(/verb="POST".* 0$/)]);
});

test("a failed count of objects is not reused, even if counts are reused for ever", async () => {
  let fails = true;
  class FailingStorage extends MemoryStorage {
    override readonly isExclusive: boolean = false;
    override list(...args: Parameters<MemoryStorage["list"]>): ReturnType<MemoryStorage["list"]> {
      return fails ? Promise.reject(new Error("the store is gone")) : super.list(...args);
    }
  }
  const run = { ...defaultRunConfig, countAge: Infinity };
  const server = new InProcessServer({ storage: new FailingStorage(), config: { run } });
  const counts = async () => (await linesOf(server, "apiserver_storage_objects")).map((line) => line.split(" ")[1]);
  expect(await counts()).toEqual(["-1", "-1"]);
  fails = false;
  expect(await counts()).toEqual(["0", "0"]);
});

test("the metrics count open watches and sent events", async () => {
  const server = new InProcessServer();
  const { body } = await server.response("GET", `${pizzas}?watch=1`);
  if (typeof body !== "function") throw new Error("no stream");
  const gone = new AbortController();
  let length = 0;
  const event = new Promise<void>((resolve) => {
    const write = (chunk: string | Buffer) => {
      length = chunk.length;
      resolve();
      return true;
    };
    body({
      write,
      onDrain: () => undefined,
      end: () => undefined,
      stop: () => {
        gone.abort();
      },
      closed: gone.signal,
    });
  });
  await server.post(pizzas, pizza("a", "salami"));
  await event;
  const open = () => linesOf(server, "apiserver_longrunning_requests");
  expect(await open()).toEqual([
    'apiserver_longrunning_requests{verb="WATCH",version="v1beta1",resource="pizzas",scope="namespace"} 1',
  ]);
  expect(await linesOf(server, "apiserver_watch_events_total")).toEqual([
    'apiserver_watch_events_total{version="v1beta1",resource="pizzas"} 1',
  ]);
  expect(await linesOf(server, "apiserver_watch_events_sizes_sum")).toEqual([
    `apiserver_watch_events_sizes_sum{version="v1beta1",resource="pizzas"} ${length}`,
  ]);
  gone.abort();
  expect((await open())[0]).toMatch(/ 0$/);
  expect(await linesOf(server, "apiserver_request_total")).toContainEqual(expect.stringMatching(/verb="WATCH".* 1$/));
});

test("the metrics measure the duration of initial events", async () => {
  const server = new InProcessServer();
  await server.post(pizzas, pizza("a", "salami"));
  const listed = "allowWatchBookmarks=true&sendInitialEvents=true&resourceVersionMatch=NotOlderThan";
  for (const query of [
    listed,
    `${listed}&fieldSelector=metadata.name%3Da`,
    "allowWatchBookmarks=true&resourceVersion=1",
    "sendInitialEvents=true&resourceVersionMatch=NotOlderThan",
  ]) {
    const { body } = await server.response("GET", `${pizzas}?watch=1&${query}`);
    if (typeof body !== "function") throw new Error("no stream");
    const gone = new AbortController();
    body({
      write: () => true,
      onDrain: () => undefined,
      end: () => undefined,
      stop: () => {
        gone.abort();
      },
      closed: gone.signal,
    });
    gone.abort();
  }
  const of = (scope: string) =>
    `apiserver_watch_list_duration_seconds_count{version="v1beta1",resource="pizzas",scope="${scope}"} 1`;
  expect(await linesOf(server, "apiserver_watch_list_duration_seconds_count")).toEqual([
    of("namespace"),
    of("resource"),
  ]);
});

test("the metrics report feature gates, and a reset does not change them", async () => {
  const server = new InProcessServer();
  await server.delete("/metrics");
  const lines = await linesOf(server, "kubernetes_feature_enabled");
  expect(lines).toEqual([...new Set(lines)].sort());
  expect(lines).toContain('kubernetes_feature_enabled{name="WatchList",stage="BETA"} 1');
  expect(lines).toContain('kubernetes_feature_enabled{name="ConstrainedImpersonation",stage="BETA"} 1');
  expect(lines).toContain('kubernetes_feature_enabled{name="CBORServingAndStorage",stage="ALPHA"} 0');
});

test("admission, health checks, the build and the process have metrics", async () => {
  const server = new InProcessServer({
    admission: [{ name: "Cook", handles: () => true, validate: () => Promise.resolve() }],
  });
  await server.post(pizzas, pizza("a", "salami"));
  await server.get("/readyz");
  const lines = await metricsOf(server);
  expect(lines).toContain(
    'apiserver_admission_controller_admission_duration_seconds_count{name="Cook",type="validate",operation="CREATE",rejected="false"} 1',
  );
  expect(lines).toContain(
    'apiserver_admission_step_admission_duration_seconds_count{type="admit",operation="CREATE",rejected="false"} 1',
  );
  expect(lines).toContain('kubernetes_healthcheck{name="etcd",type="readyz"} 1');
  expect(lines).toContain('kubernetes_healthchecks_total{name="shutdown",type="readyz",status="success"} 1');
  for (const name of [
    "kubernetes_build_info{",
    "process_cpu_seconds_total ",
    "process_resident_memory_bytes ",
    "nodejs_eventloop_lag_seconds ",
  ]) {
    expect(
      lines.some((line) => line.startsWith(name)),
      name,
    ).toBe(true);
  }
});

test("/metrics is compressed for clients that accept it", async () => {
  const { headers, body } = await new InProcessServer().response("GET", "/metrics", {
    headers: { "accept-encoding": "deflate, gzip" },
  });
  if (!Buffer.isBuffer(body)) throw new Error("not compressed");
  expect([headers["content-encoding"], gunzipSync(body).toString().startsWith("# HELP ")]).toEqual(["gzip", true]);
});

test("/metrics has the content type of Prometheus", async () => {
  const { headers } = await new InProcessServer().get("/metrics");
  expect(headers["content-type"]).toBe("text/plain; version=0.0.4; charset=utf-8; escaping=underscores");
  expect(Number(headers["process-start-time-unix"])).toBeGreaterThan(1_500_000_000);
});

test("the buckets of a histogram are cumulative", async () => {
  const set = new MetricSet();
  const series = new SeriesHistogram(set, { name: "h", help: "." }, [1, 2]).series({ a: 'b"' });
  for (const value of [1, 1.5, 7]) series.observe(value);
  expect(await set.text()).toBe(
    '# HELP h .\n# TYPE h histogram\nh_bucket{a="b\\"",le="1"} 1\nh_bucket{a="b\\"",le="2"} 2\nh_bucket{a="b\\"",le="+Inf"} 3\nh_sum{a="b\\""} 9.5\nh_count{a="b\\""} 3\n',
  );
});

test("the metrics count requests to the store by resource; only a closed store is a failure", async () => {
  const metrics = new ServerMetrics(versionInfo("1", "0", "v1.0.0"));
  const storage = new MeasuredStorage(new MemoryStorage(), metrics.storage, "/registry/");
  await storage.create("/registry/kitchen/pizzas/default/a", Buffer.from("{}"));
  await expect(storage.create("/registry/kitchen/pizzas/default/a", Buffer.from("{}"))).rejects.toThrow();
  await storage.list("/registry/kitchen/pizzas/");
  await storage.list("/registry/");
  await storage.close();
  await expect(storage.get("/registry/kitchen/pizzas/default/a")).rejects.toThrow("the storage is closed");
  const lines = (await metrics.text()).split("\n").filter((line) => /^etcd_request(s|_errors)_total/.test(line));
  const of = (name: string, operation: string, group: string, resource: string, value: number) =>
    `${name}{operation="${operation}",group="${group}",resource="${resource}"} ${value}`;
  expect(lines).toEqual([
    of("etcd_requests_total", "create", "kitchen", "pizzas", 2),
    of("etcd_requests_total", "list", "kitchen", "pizzas", 1),
    of("etcd_requests_total", "list", "", "", 1),
    of("etcd_requests_total", "get", "kitchen", "pizzas", 1),
    of("etcd_request_errors_total", "get", "kitchen", "pizzas", 1),
  ]);
});

test("the metrics count events of the store when they are read, with take and by iteration", async () => {
  const metrics = new ServerMetrics(versionInfo("1", "0", "v1.0.0"));
  const storage = new MeasuredStorage(new MemoryStorage(), metrics.storage, "/registry/");
  const taken = storage.watch("/registry/kitchen/pizzas/");
  const iterated = storage.watch("/registry/kitchen/pizzas/default/");
  for (const name of ["a", "b"]) await storage.create(`/registry/kitchen/pizzas/default/${name}`, Buffer.from("{}"));
  await storage.create("/registry/kitchen/knives/default/a", Buffer.from("{}"));
  await taken.ready();
  expect([taken.take().length, taken.take().length, taken.revision]).toEqual([2, 0, 4]);
  for await (const events of iterated) {
    expect(events.map(({ key }) => key.slice(-1))).toEqual(["a", "b"]);
    break;
  }
  const lines = (await metrics.text()).split("\n").filter((line) => line.startsWith("apiserver_storage_events"));
  expect(lines).toEqual(['apiserver_storage_events_received_total{group="kitchen",resource="pizzas"} 4']);
  await storage.close();
});
