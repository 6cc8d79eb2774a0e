import { expect, test } from "vitest";
import { Webhooks } from "./webhook-harness.js";

test.each([
  ["/validate", { type: "text/plain" }, 415],
  ["/validate", { body: "x".repeat(8 * 1024 * 1024 + 1) }, 413],
  ["/validate", { body: "{" }, 400],
  ["/validate", { body: "[]" }, 400],
  ["/validate", { body: {} }, 400],
  ["/validate", { body: { kind: "AdmissionReview", apiVersion: "admission.k8s.io/v2", request: {} } }, 400],
  ["/validate", { body: { kind: "AdmissionReview", apiVersion: "admission.k8s.io/v1" } }, 400],
  ["/validate", { body: { kind: "ConversionReview", apiVersion: "apiextensions.k8s.io/v1", request: {} } }, 400],
  ["/convert", { body: { kind: "AdmissionReview", apiVersion: "admission.k8s.io/v1", request: {} } }, 400],
  [
    "/convert",
    { body: { kind: "ConversionReview", apiVersion: "apiextensions.k8s.io/v1", request: { objects: 1 } } },
    400,
  ],
  ["/convert", { method: "GET" }, 405],
  ["/converted", {}, 404],
  ["/", {}, 404],
])("%s with %j: %i", async (path, sent, status) => {
  const response = await new Webhooks().send(path, sent);
  expect(response.status).toBe(status);
  expect(response.json).toMatchObject({ kind: "Status", code: response.status });
});

test.each([
  "/convert",
  "/convert/v1beta1/pizza",
  "/mutate",
  "/mutate/v1beta1/pizza",
  "/mutate-restaurant-v1-pizza",
  "/admit/v1beta1/pizza",
  "/validate-restaurant-v1-pizza",
])("%s is served", async (path) => {
  expect((await new Webhooks().send(path, { body: {} })).status).toBe(400);
});

test("health is answered without credentials, also if callers need a certificate", async () => {
  const readiness = [{ name: "informer-sync", check: () => Promise.reject(new Error("not started")) }];
  const webhooks = new Webhooks({ requiresCertificate: true, readiness });
  const status = async (path: string, isTrusted: boolean) =>
    (await webhooks.send(path, { method: "GET", isTrusted })).status;
  expect([await status("/healthz", false), await status("/livez", false), await status("/readyz", false)]).toEqual([
    200, 200, 500,
  ]);
  expect([await status("/metrics", false), await status("/metrics", true)]).toEqual([401, 200]);
  expect([await status("/convert", false), await status("/convert", true)]).toEqual([401, 405]);
});

test("requests and answers are counted", async () => {
  const webhooks = new Webhooks();
  await webhooks.send("/convert", { body: {} });
  const { text } = await webhooks.send("/metrics", { method: "GET" });
  expect(text).toContain('controller_runtime_webhook_requests_total{webhook="/convert",code="400"} 1');
  expect(text).toContain('controller_runtime_webhook_requests_in_flight{webhook="/convert"} 0');
});

test("a server that is stopping is not ready, and refuses requests after it has drained", async () => {
  const webhooks = new Webhooks();
  webhooks.lifecycle.initiateShutdown();
  expect((await webhooks.send("/readyz", { method: "GET" })).status).toBe(500);
  await webhooks.lifecycle.drain();
  expect((await webhooks.send("/convert", { body: {} })).status).toBe(503);
});
