import { afterEach, expect, test } from "vitest";
import { ClusterPeer } from "../cluster/cluster-peer.js";
import { StartedServer, textOrMessage } from "./started-server.js";

const stops: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop();
});

async function started(...args: readonly string[]) {
  const peer = await ClusterPeer.start();
  stops.push(() => peer.close());
  const server = await StartedServer.with(
    [`--authorization-kubeconfig=${peer.kubeconfig()}`, ...args],
    [({ info }) => (info.path === "/own" ? "allow" : { decision: "no opinion", reason: "own reason" })],
  );
  stops.unshift(() => server.stop());
  return { peer, server };
}

const pizzas = "/apis/restaurant.programming-kubernetes.info/v1beta1/namespaces/default/pizzas";

test("with --authorization-kubeconfig, the cluster decides, then the definition's authorizers", async () => {
  const { peer, server } = await started();
  peer.accessReview = ({ user, nonResourceAttributes }) =>
    nonResourceAttributes === undefined && user === "bob"
      ? { allowed: true }
      : { allowed: false, reason: `no role for ${String(user)}` };
  const bob = await server.as("bob", "cooks");
  expect(JSON.parse(await textOrMessage(bob, pizzas))).toMatchObject({ kind: "PizzaList", items: [] });
  expect(await textOrMessage(await server.as("eve"), pizzas)).toBe(
    'pizzas.restaurant.programming-kubernetes.info is forbidden: User "eve" cannot list resource "pizzas" in API group "restaurant.programming-kubernetes.info" in the namespace "default": kubernetes.io/webhook: no role for eve\nown reason',
  );
  expect(await textOrMessage(bob, "/version")).toContain('cannot get path "/version"');
  // The server has no such path, so the response is 404 and not 403.
  expect(await textOrMessage(bob, "/own")).toBe("the server could not find the requested resource");
  expect(JSON.parse(await textOrMessage(await server.as("root", "system:masters"), "/version"))).toMatchObject({
    major: "1",
  });
});

test("the flags for the caches have an effect", async () => {
  const { peer, server } = await started(
    "--authorization-webhook-cache-authorized-ttl=0s",
    "--authorization-webhook-cache-unauthorized-ttl=1h",
    "--authorization-always-allow-paths=healthz,/open/*",
  );
  peer.accessReview = ({ user }) => ({ allowed: user === "bob" });
  const counts = async (user: string, path: string) => {
    peer.requests.length = 0;
    const client = await server.as(user);
    for (let time = 0; time < 3; time++) await textOrMessage(client, path);
    return peer.requests.length;
  };
  expect(await counts("bob", "/version")).toBe(3);
  // Each client has a certificate, whose hash is part of the question.
  expect(await counts("eve", "/version")).toBe(1);
  expect([await counts("eve", "/open/a"), await counts("eve", "/healthz")]).toEqual([0, 0]);
});

test("a path with * in its middle is a problem of the command line", async () => {
  await expect(StartedServer.with(["--authorization-always-allow-paths=/healthz,/a*b"])).rejects.toThrow(
    '--authorization-always-allow-paths: only trailing * allowed in "/a*b"',
  );
});
