import { afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { createAuthority, issueClient, issueServing, type KeyPair } from "../../../apiserver/certificates/authority.js";
import { chained, forge, issue } from "../issued-certificates.js";
import { ClusterPeer } from "./cluster-peer.js";
import { DelegatedServer, publishSettings } from "./delegated-server.js";

const toppings = "/apis/restaurant.programming-kubernetes.info/v1alpha1/toppings";
const asAlice = { "x-remote-user": "alice" };

let peer: ClusterPeer;
let clientCA: KeyPair;
let proxyCA: KeyPair;
let otherCA: KeyPair;
let proxy: KeyPair;
/** The `spec` of each access review. */
let reviewed: Readonly<Record<string, unknown>>[];

beforeAll(async () => {
  [clientCA, proxyCA, otherCA] = await Promise.all([
    createAuthority("clients"),
    createAuthority("proxies"),
    createAuthority("others"),
  ]);
  proxy = await issueClient(proxyCA, "front-proxy-client", []);
});

beforeEach(async () => {
  peer = await ClusterPeer.start();
  reviewed = [];
  peer.accessReview = (spec) => {
    reviewed.push(spec);
    return { allowed: true };
  };
  publishSettings(peer, { clientCA, proxyCA });
});

afterEach(() => peer.close());

describe("a server that reads its settings from the cluster", () => {
  let server: DelegatedServer;
  beforeEach(async () => {
    server = await DelegatedServer.start(peer);
  });
  afterEach(() => server.stop());

  test("a front proxy names user, uid, groups and extra values in headers", async () => {
    const headers = {
      ...asAlice,
      "x-remote-uid": "42",
      "x-remote-group": ["cooks", "a,b"],
      "x-remote-extra-example.com%2fkitchen": ["north", "south"],
    };
    expect(await server.send(toppings, headers, proxy)).toMatchObject({ status: 200 });
    expect(reviewed).toMatchObject([
      {
        user: "alice",
        uid: "42",
        groups: ["cooks", "a,b", "system:authenticated"],
        extra: { "example.com/kitchen": ["north", "south"] },
        resourceAttributes: { verb: "list", resource: "toppings" },
      },
    ]);
  });

  test("names in headers of a front proxy are UTF-8, as kube-apiserver sends them", async () => {
    const sent = (text: string) => Buffer.from(text).toString("latin1");
    await server.send(toppings, { "x-remote-user": sent("jörg"), "x-remote-group": [sent("Köche 🍕")] }, proxy);
    expect(reviewed).toMatchObject([{ user: "jörg", groups: ["Köche 🍕", "system:authenticated"] }]);
  });

  test("the group of authenticated users is added once, and not to anonymous users", async () => {
    await server.send(toppings, { ...asAlice, "x-remote-group": ["system:authenticated", "cooks"] }, proxy);
    await server.send(
      toppings,
      { "x-remote-user": "system:anonymous", "x-remote-group": "system:unauthenticated" },
      proxy,
    );
    expect(reviewed.map(({ user, groups }) => [user, groups])).toEqual([
      ["alice", ["system:authenticated", "cooks"]],
      ["system:anonymous", ["system:unauthenticated"]],
    ]);
  });

  test("a client certificate of the cluster names its user", async () => {
    const bob = await issueClient(clientCA, "bob", ["waiters"]);
    expect(await server.send(toppings, {}, bob)).toMatchObject({ status: 200 });
    expect(reviewed).toMatchObject([{ user: "bob", groups: ["waiters", "system:authenticated"] }]);
  });

  test("headers of a proxy are ignored without a certificate, and with the certificate of a user", async () => {
    await server.send(toppings, { ...asAlice, "x-remote-group": "system:masters" });
    const bob = await issueClient(clientCA, "bob", []);
    await server.send(toppings, { ...asAlice, "x-remote-group": "system:masters" }, bob);
    expect(reviewed).toMatchObject([
      { user: "system:anonymous", groups: ["system:unauthenticated"] },
      { user: "bob", groups: ["system:authenticated"] },
    ]);
  });

  test("certificates of other authorities, of other names, or for servers are refused", async () => {
    const clients = await Promise.all([
      issueClient(otherCA, "front-proxy-client", []),
      issueClient(proxyCA, "another-client", []),
      issueServing(proxyCA, ["front-proxy-client"]),
      issueServing(clientCA, ["alice"]),
    ]);
    for (const client of clients)
      expect(await server.send(toppings, { ...asAlice, "x-remote-group": "system:masters" }, client)).toMatchObject({
        status: 401,
      });
    expect(reviewed).toEqual([]);
  });

  test("a user who sends a forged authority of front proxies stays a user", async () => {
    const users = await issue({ name: "CN=users", isAuthority: true });
    const proxies = await issue({ name: "CN=proxies", isAuthority: true });
    publishSettings(peer, { clientCA: users, proxyCA: proxies });
    const proxy = await issue({ name: "CN=front-proxy-client" }, proxies);
    await expect.poll(async () => (await server.send(toppings, asAlice, proxy)).status).toBe(200);
    const user = await issue({ name: "CN=front-proxy-client" }, users);
    await server.send(
      toppings,
      { ...asAlice, "x-remote-group": "system:masters" },
      chained(user, await forge(users, proxies)),
    );
    expect(reviewed.slice(-2)).toMatchObject([
      { user: "alice" },
      { user: "front-proxy-client", groups: ["system:authenticated"] },
    ]);
  });

  test("a proxy that names no user is refused", async () => {
    expect(await server.send(toppings, {}, proxy)).toMatchObject({ status: 401 });
    expect(
      await server.send(toppings, { "x-remote-user": "", "x-remote-group": "system:masters" }, proxy),
    ).toMatchObject({ status: 401 });
  });

  test("new settings of the cluster have an effect without a restart", async () => {
    const [nextCA, nextClients] = await Promise.all([createAuthority("next proxies"), createAuthority("next clients")]);
    const next = await issueClient(nextCA, "next-proxy", []);
    const carol = await issueClient(nextClients, "carol", []);
    expect(await server.send(toppings, asAlice, next)).toMatchObject({ status: 401 });
    publishSettings(peer, { clientCA: nextClients, proxyCA: nextCA, names: ["next-proxy"] });
    await expect.poll(async () => (await server.send(toppings, asAlice, next)).status).toBe(200);
    expect(await server.send(toppings, {}, carol)).toMatchObject({ status: 200 });
    expect(await server.send(toppings, asAlice, proxy)).toMatchObject({ status: 401 });
    expect(await server.send(toppings, {}, await issueClient(clientCA, "bob", []))).toMatchObject({ status: 401 });
  });

  test("settings that are invalid are logged, and the previous settings stay in use", async () => {
    const name = "extension-apiserver-authentication";
    peer.put(`/api/v1/namespaces/kube-system/configmaps/${name}`, {
      apiVersion: "v1",
      kind: "ConfigMap",
      metadata: { name, namespace: "kube-system" },
      data: { "requestheader-client-ca-file": proxyCA.certificate, "requestheader-allowed-names": "front-proxy" },
    });
    await expect
      .poll(() => server.logged.join("\n"))
      .toContain("requestheader-allowed-names of the ConfigMap kube-system/extension-apiserver-authentication is not");
    expect(await server.send(toppings, asAlice, proxy)).toMatchObject({ status: 200 });
  });
});

describe("the start of a server in a cluster", () => {
  test("flags take precedence over the settings of the cluster", async () => {
    const { writeFileSync } = await import("node:fs");
    const file = `${peer.folder}/ca.crt`;
    writeFileSync(file, otherCA.certificate);
    const server = await DelegatedServer.start(peer, [
      `--requestheader-client-ca-file=${file}`,
      "--requestheader-username-headers=X-Proxy-User",
    ]);
    try {
      expect(await server.send(toppings, asAlice, proxy)).toMatchObject({ status: 401 });
      const other = await issueClient(otherCA, "any", []);
      expect(await server.send(toppings, { "x-proxy-user": "dora" }, other)).toMatchObject({ status: 200 });
      expect(reviewed).toMatchObject([{ user: "dora" }]);
    } finally {
      await server.stop();
    }
  });

  test("a cluster that refuses or does not answer prevents the start; --authentication-tolerate-lookup-failure starts", async () => {
    peer.intercept = ({ path }, response) => {
      if (!path.includes("/configmaps")) return false;
      response.writeHead(403, { "content-type": "application/json" });
      response.end(
        '{"kind":"Status","apiVersion":"v1","status":"Failure","reason":"Forbidden","message":"no","code":403}',
      );
      return true;
    };
    await expect(DelegatedServer.start(peer)).rejects.toThrow(
      "unable to read the ConfigMap kube-system/extension-apiserver-authentication: no. This is usually fixed by: kubectl create rolebinding -n kube-system",
    );
    const server = await DelegatedServer.start(peer, ["--authentication-tolerate-lookup-failure"]);
    try {
      expect(await server.send(toppings, asAlice, proxy)).toMatchObject({ status: 200 });
      expect(reviewed).toMatchObject([{ user: "system:anonymous" }]);
    } finally {
      await server.stop();
    }
  });

  test("without the ConfigMap, and with --authentication-skip-lookup, proxies and certificates are ignored", async () => {
    const bob = await issueClient(clientCA, "bob", []);
    peer.objects.remove("/api/v1/namespaces/kube-system/configmaps/extension-apiserver-authentication");
    for (const flags of [[], ["--authentication-skip-lookup"]]) {
      const server = await DelegatedServer.start(peer, flags);
      await server.send(toppings, asAlice, proxy);
      await server.send(toppings, {}, bob);
      await server.stop();
    }
    expect(reviewed.map(({ user }) => user)).toEqual(Array.from({ length: 2 }, () => "system:anonymous"));
  });

  test("--write-kubeconfig is an error, because the server has no administrator", async () => {
    await expect(DelegatedServer.start(peer, ["--write-kubeconfig=x"])).rejects.toThrow(
      "--write-kubeconfig needs a standalone server",
    );
  });
});
