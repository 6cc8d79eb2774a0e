import { leaseGroup } from "@apimachinery/apiserver";
import { newTestServer, type TestServer } from "@apimachinery/apiserver/testing";
import { leaseResource, type Lease, type ResourceClient } from "@apimachinery/client";
import { createController, runControllers } from "@apimachinery/client/controller";
import { expect, test, vi } from "vitest";

/** Tests in docs/controllers.md: a part of this file. */
function leases({ client }: TestServer): ResourceClient<Lease> {
  return client.resourceOf(leaseResource).namespace("default");
}

function lease(name: string): Lease {
  return { apiVersion: "coordination.k8s.io/v1", kind: "Lease", metadata: { name }, spec: {} };
}

test("a fake clock skips the time of requeueAfter", async () => {
  let attempts = 0;
  const renewals = createController({
    name: "renewal",
    for: leaseResource,
    reconcile: async () => {
      attempts++;
      await Promise.resolve();
      return { requeueAfter: 3_600_000 };
    },
  });
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
  const server = newTestServer({ groups: [leaseGroup] });
  const stop = new AbortController();
  const running = runControllers([renewals], { client: server.client, signal: stop.signal });
  await leases(server).create(lease("a"));
  await expect.poll(() => attempts).toBe(1);
  await vi.advanceTimersByTimeAsync(3_600_000); // the result was { requeueAfter: 3_600_000 }
  await expect.poll(() => attempts).toBe(2);

  await vi.advanceTimersByTimeAsync(3_599_000);
  expect(attempts).toBe(2);
  vi.useRealTimers();
  stop.abort();
  await running;
  await server.stop();
});
