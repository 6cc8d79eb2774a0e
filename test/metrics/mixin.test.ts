import { beforeAll, describe, expect, test } from "vitest";
import { scrape } from "./scrape.js";

/** @file Checks the metrics that the alerts and dashboards of kubernetes-mixin read. */

let text = "";
beforeAll(async () => {
  text = await scrape();
});

/** Returns the sum of the values of the lines that begin with a name and have these labels. */
function valueOf(name: string, labels: Readonly<Record<string, string>> = {}): number {
  const wanted = Object.entries(labels).map(([label, value]) => `${label}="${value}"`);
  const lines = text
    .split("\n")
    .filter((line) => /^[\w:]+/.exec(line)?.[0] === name && wanted.every((one) => line.includes(one)));
  expect(lines, name).not.toEqual([]);
  return lines.reduce((sum, line) => sum + Number(line.split(" ").at(-1)), 0);
}

describe("the metrics have", () => {
  test("the remaining lifetimes of client certificates", () => {
    const name = "apiserver_client_certificate_expiration_seconds";
    const count = valueOf(`${name}_count`);
    expect(count).toBeGreaterThan(4);
    // The certificate of the administrator is valid for 365 days.
    expect(valueOf(`${name}_bucket`, { le: "15552000" })).toBe(0);
    expect(valueOf(`${name}_sum`) / count).toBeGreaterThan(364 * 24 * 3600);
  });

  test("the queue of the namespace controller", () => {
    const queue = { name: "namespace" };
    const adds = valueOf("workqueue_adds_total", queue);
    expect(adds).toBeGreaterThan(0);
    expect(valueOf("workqueue_queue_duration_seconds_count", queue)).toBe(adds);
    expect(valueOf("workqueue_work_duration_seconds_count", queue)).toBeGreaterThan(0);
    for (const name of ["depth", "retries_total", "unfinished_work_seconds", "longest_running_processor_seconds"])
      expect(valueOf(`workqueue_${name}`, queue)).toBeGreaterThanOrEqual(0);
  });

  test("the queue of the garbage collector", () => {
    expect(valueOf("workqueue_depth", { name: "garbage_collector_attempt_to_delete" })).toBe(0);
  });

  test("the numbers of objects by group and resource", () => {
    expect(valueOf("apiserver_resource_objects", { group: "wardle.example.com", resource: "flunders" })).toBe(0);
    expect(valueOf("apiserver_resource_objects", { group: "", resource: "namespaces" })).toBe(
      valueOf("apiserver_storage_objects", { resource: "namespaces" }),
    );
  });

  test("the size of the embedded store", () => {
    expect(valueOf("apiserver_storage_size_bytes", { storage_cluster_id: "embedded" })).toBeGreaterThan(0);
  });

  test("the watch caches", () => {
    const flunders = { group: "wardle.example.com", resource: "flunders" };
    // The object was created and deleted.
    expect(valueOf("apiserver_watch_cache_events_received_total", flunders)).toBe(2);
    expect(valueOf("apiserver_watch_cache_events_dispatched_total", flunders)).toBe(2);
    expect(valueOf("apiserver_watch_cache_initializations_total", flunders)).toBe(1);
    expect(valueOf("apiserver_watch_cache_resource_version", flunders)).toBeGreaterThan(2);
  });

  test("the sizes of bodies, by the verb of Kubernetes", () => {
    const flunders = { group: "wardle.example.com", resource: "flunders" };
    expect(valueOf("apiserver_request_body_size_bytes_count", { ...flunders, verb: "create" })).toBe(1);
    expect(valueOf("apiserver_request_body_size_bytes_count", { ...flunders, verb: "delete" })).toBe(1);
  });

  test("the durations of filters, and of requests with fieldValidation", () => {
    for (const filter of ["authentication", "authorization"])
      expect(valueOf("apiserver_request_filter_duration_seconds_count", { filter })).toBeGreaterThan(4);
    expect(valueOf("field_validation_request_duration_seconds_count", { field_validation: "Strict" })).toBe(1);
  });

  test.skipIf(process.platform !== "linux")("the limit of virtual memory", () => {
    expect(valueOf("process_virtual_memory_max_bytes")).toBeGreaterThan(0);
  });
});
