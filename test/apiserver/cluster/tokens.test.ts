import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { WebSocket } from "ws";
import { createAuthority, issueClient } from "../../../apiserver/certificates/authority.js";
import { cachedTokens } from "../../../apiserver/authentication/token/token-review.js";
import { readTokenFile } from "../../../apiserver/authentication/token/by-bearer-token.js";
import { ClusterPeer } from "./cluster-peer.js";
import { DelegatedServer, publishSettings } from "./delegated-server.js";

const toppings = "/apis/restaurant.programming-kubernetes.info/v1alpha1/toppings";
const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

let peer: ClusterPeer;
let server: DelegatedServer;
/** Users of the access reviews. */
let users: unknown[];
beforeEach(async () => {
  peer = await ClusterPeer.start();
  users = [];
  peer.accessReview = ({ user }) => {
    users.push(user);
    return { allowed: true };
  };
  peer.tokenReview = ({ token }) =>
    token === "good" ? { authenticated: true, user: { username: "alice", uid: "1", groups: ["cooks"] } } : {};
  server = await DelegatedServer.start(peer);
});
afterEach(async () => {
  await server.stop();
  await peer.close();
});

const reviews = () => peer.requests.filter(({ path }) => path.endsWith("/tokenreviews"));

describe("bearer tokens of a server in a cluster", () => {
  test("the cluster reviews a token once, and its user is authenticated", async () => {
    for (let times = 0; times < 3; times++)
      expect(await server.send(toppings, bearer("good"))).toMatchObject({ status: 200 });
    expect(users).toEqual(["alice"]);
    expect(reviews().map(({ body }) => body)).toMatchObject([
      { kind: "TokenReview", apiVersion: "authentication.k8s.io/v1", spec: { token: "good" } },
    ]);
  });

  test("a token that the cluster does not accept is 401, also for paths that are open to all", async () => {
    for (const path of [toppings, "/healthz"]) {
      const { status, text } = await server.send(path, bearer("bad"));
      expect([status, JSON.parse(text)]).toMatchObject([401, { kind: "Status", message: "Unauthorized" }]);
    }
    expect(reviews()).toHaveLength(1);
  });

  test.each(["Basic YTpi", "Bearer", "Bearer ", "Bearer  good", "Token good"])(
    "the header %j counts as no credentials",
    async (authorization) => {
      expect(await server.send(toppings, { authorization })).toMatchObject({ status: 200 });
      expect(users).toEqual(["system:anonymous"]);
    },
  );

  test("a user with a certificate and a bad token is authenticated by the certificate", async () => {
    const clientCA = await createAuthority("clients");
    publishSettings(peer, { clientCA });
    const bob = await issueClient(clientCA, "bob", []);
    await expect.poll(async () => (await server.send(toppings, bearer("bad"), bob)).status).toBe(200);
    expect(users).toContain("bob");
  });

  test.each([
    ["is not JSON", "}"],
    ["is a list", "[]"],
    [
      "is of another kind",
      '{"kind":"Pod","apiVersion":"v1","status":{"authenticated":true,"user":{"username":"eve"}}}',
    ],
    ["has a text as authenticated", review({ authenticated: "true", user: { username: "eve" } })],
    ["names no user", review({ authenticated: true })],
    ["names an empty user", review({ authenticated: true, user: { username: "", groups: ["system:masters"] } })],
    [
      "has groups that are no list",
      review({ authenticated: true, user: { username: "eve", groups: "system:masters" } }),
    ],
    ["authenticates and has an error", review({ authenticated: false, error: "expired", user: { username: "eve" } })],
  ])("an answer that %s authenticates no user", async (_, body) => {
    peer.intercept = ({ path }, response) => {
      if (!path.endsWith("/tokenreviews")) return false;
      response.writeHead(201, { "content-type": "application/json" });
      response.end(body);
      return true;
    };
    expect(await server.send(toppings, bearer("good"))).toMatchObject({ status: 401 });
    expect(users).toEqual([]);
  });

  test("a review server that cannot be reached authenticates no user, and the error is not remembered", async () => {
    await peer.disconnect();
    expect(await server.send(toppings, bearer("good"))).toMatchObject({ status: 401 });
    await peer.listen();
    expect(await server.send(toppings, bearer("good"))).toMatchObject({ status: 200 });
  });

  test("equal tokens at the same time share one review", async () => {
    peer.tokenReview = async () => {
      await sleep(100);
      return { authenticated: true, user: { username: "alice" } };
    };
    await Promise.all(Array.from({ length: 5 }, () => server.send(toppings, bearer("good"))));
    expect(reviews()).toHaveLength(1);
  });

  test("a token of 60 KB is reviewed, and a longer one is refused before", async () => {
    expect(await server.send(toppings, bearer("x".repeat(60_000)))).toMatchObject({ status: 401 });
    expect(await server.send(toppings, bearer("x".repeat(70_000)))).toMatchObject({ status: 431 });
    expect(reviews()).toHaveLength(1);
  });
});

describe("bearer tokens in subprotocols of websockets", () => {
  const protocol = (token: string) =>
    `base64url.bearer.authorization.k8s.io.${Buffer.from(token).toString("base64url")}`;
  /** Returns the subprotocol that the server answers, or the status of its refusal. */
  const connect = (protocols: string[]): Promise<string | number> =>
    new Promise((resolve, reject) => {
      const url = `${server.url.replace("https", "wss")}${toppings}?watch=1`;
      const socket = new WebSocket(url, protocols, { rejectUnauthorized: false, origin: server.url });
      socket.on("open", () => {
        resolve(socket.protocol);
        socket.terminate();
      });
      socket.on("unexpected-response", (_, { statusCode = 0 }) => {
        resolve(statusCode);
        socket.terminate();
      });
      socket.on("error", reject);
    });

  test("the server reads the token, and answers another subprotocol", async () => {
    expect(await connect([protocol("good"), "json"])).toBe("json");
    expect(users).toEqual(["alice"]);
  });

  test("a bad token, two tokens, and a token without another subprotocol are refused", async () => {
    for (const protocols of [
      [protocol("bad"), "json"],
      [protocol("good"), protocol("bad"), "json"],
      [protocol("good")],
      ["base64url.bearer.authorization.k8s.io.A", "json"],
    ])
      expect(await connect(protocols)).toBe(401);
    expect(users).toEqual([]);
  });
});

test("cached tokens are asked for again after their time to live", async () => {
  let now = 0;
  let calls = 0;
  const authenticate = cachedTokens(
    (token) => {
      calls++;
      return token === "good" ? { name: "alice", groups: [], extra: {} } : undefined;
    },
    { ttl: 10_000, now: () => now },
  );
  for (now of [0, 9_999]) {
    expect(await authenticate("good")).toMatchObject({ name: "alice" });
    expect(await authenticate("bad")).toBe(undefined);
  }
  expect(calls).toBe(2);
  now = 10_000;
  await authenticate("good");
  expect(calls).toBe(3);
});

describe("--token-auth-file", () => {
  const write = (text: string) => {
    const file = join(peer.folder, "tokens.csv");
    writeFileSync(file, text);
    return file;
  };

  test("tokens have users, uids and groups", async () => {
    const authenticate = await readTokenFile(write('t1,alice,1,"cooks,waiters"\n\n"t""2",bob,\r\nt3,carol,3,cooks\n'));
    expect(await authenticate("t1")).toEqual({ name: "alice", uid: "1", groups: ["cooks", "waiters"], extra: {} });
    expect(await authenticate('t"2')).toEqual({ name: "bob", groups: [], extra: {} });
    expect(await authenticate("t3")).toMatchObject({ name: "carol", groups: ["cooks"] });
    expect(await authenticate("t4")).toBe(undefined);
  });

  test.each([
    ["t1,alice", ":1: a line must have at least 3 columns (token, user name, user uid), found 2"],
    ["t1,alice,1\n,bob,2", ":2: the token is empty"],
    ["t1,,1", ":1: the user name is empty"],
    ["t1,alice,1\nt1,bob,2", ":2: the token is in the file twice"],
    ['t1,alice,1,"a\nb"\nt2,bob,"2', ":3: a quote is not closed, or is inside of a column"],
  ])("%j is an error", async (text, problem) => {
    const file = write(text);
    await expect(readTokenFile(file)).rejects.toThrow(`--token-auth-file: ${file}${problem}`);
  });

  test("a server accepts the tokens, and with --anonymous-auth=false no request without credentials", async () => {
    await server.stop();
    server = await DelegatedServer.start(peer, [`--token-auth-file=${write("t1,dora,1")}`, "--anonymous-auth=false"]);
    expect(await server.send(toppings, bearer("t1"))).toMatchObject({ status: 200 });
    expect(users).toEqual(["dora"]);
    expect(reviews()).toEqual([]);
    expect(await server.send("/healthz", {})).toMatchObject({ status: 401 });
  });
});

function review(status: object): string {
  return JSON.stringify({ kind: "TokenReview", apiVersion: "authentication.k8s.io/v1", status });
}
