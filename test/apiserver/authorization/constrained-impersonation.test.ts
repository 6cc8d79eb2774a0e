import { describe, expect, test } from "vitest";
import { ServerMetrics, versionInfo, type AuthorizationAttributes, type User } from "@apimachinery/apiserver";
import { impersonation } from "../../../apiserver/filters/impersonation/impersonation.js";
import { impersonationModes } from "../../../apiserver/filters/impersonation/modes.js";
import type { ChainConfig } from "../../../apiserver/filters/filter.js";
import type { APIRequest } from "../../../apiserver/request/api-request.js";
import { parseRequestInfo } from "../../../apiserver/request/request-info.js";
import { InProcessServer, group, pizzas, type SentHeaders } from "../harness.js";

const bob: User = { name: "bob", groups: ["cooks"], extra: {} };
const agent: User = {
  name: "system:serviceaccount:kube-system:agent",
  groups: ["system:serviceaccounts"],
  extra: { "authentication.kubernetes.io/node-name": ["n1"], "authentication.kubernetes.io/pod-name": ["p"] },
};

/** Describes an authorization as `verb group/resource/subresource namespace name`. */
function textOf({ info }: AuthorizationAttributes): string {
  if (!info.isResourceRequest) return `${info.verb} ${info.path}`;
  const resource = [info.group, info.resource, ...(info.subresource === "" ? [] : [info.subresource])].join("/");
  return [info.verb, resource, info.namespace, info.name].filter((part) => part !== "").join(" ");
}

/** Returns a server on which `user` has the given permissions, and every other user all rights. */
function serverFor(user: User, ...allowed: readonly string[]) {
  const asked: string[] = [];
  const users: User[] = [];
  const extras: unknown[] = [];
  const server = new InProcessServer({
    user,
    config: {
      authorizers: [
        (attributes) => {
          if (!attributes.info.verb.startsWith("impersonate")) {
            if (attributes.info.path !== "/metrics") users.push(attributes.user);
            return "allow";
          }
          const text = textOf(attributes);
          asked.push(text);
          extras.push(attributes.user.extra);
          return allowed.includes(text) ? "allow" : "no opinion";
        },
      ],
    },
  });
  const list = async (headers: SentHeaders, uri = pizzas) => {
    asked.length = 0;
    const { status, json } = await server.get(uri, headers);
    return { status, message: json["message"], asked: [...asked], user: users.pop() };
  };
  return { server, list, extras };
}

const resource = "restaurant.programming-kubernetes.info/pizzas default";
const onUser = `impersonate-on:user-info:list ${resource}`;
const authn = "authentication.k8s.io";
const eve = { "impersonate-user": "eve" };

describe("constrained impersonation of users", () => {
  test("it needs the permission for the user and the permission for the request", async () => {
    const { list } = serverFor(bob, onUser, `impersonate:user-info ${authn}/users eve`);
    expect(await list(eve)).toMatchObject({
      status: 200,
      asked: [onUser, `impersonate:user-info ${authn}/users eve`],
      user: { name: "eve", groups: ["system:authenticated"], extra: {} },
    });
    expect(await list(eve, `${pizzas}/a`)).toMatchObject({
      status: 403,
      message:
        'pizzas.restaurant.programming-kubernetes.info "a" is forbidden: User "bob" cannot impersonate-on:user-info:get resource "pizzas" in API group "restaurant.programming-kubernetes.info" in the namespace "default"',
    });
  });

  test("a request without a resource has a verb, too", async () => {
    const { list } = serverFor(
      bob,
      "impersonate-on:user-info:get /version",
      `impersonate:user-info ${authn}/users eve`,
    );
    expect((await list(eve, "/version")).status).toBe(200);
  });

  test("each group, uid and extra value needs a permission", async () => {
    const verb = "impersonate:user-info";
    const parts = [
      `${verb} ${authn}/users eve`,
      `${verb} ${authn}/uids 7`,
      `${verb} ${authn}/groups waiters`,
      `${verb} ${authn}/userextras/example.com/scopes read`,
    ];
    const headers = {
      ...eve,
      "impersonate-uid": "7",
      "impersonate-group": "waiters",
      "impersonate-extra-example.com%2fscopes": "read",
    };
    expect(await serverFor(bob, onUser, ...parts).list(headers)).toMatchObject({
      status: 200,
      asked: [onUser, ...parts],
      user: {
        name: "eve",
        uid: "7",
        groups: ["waiters", "system:authenticated"],
        extra: { "example.com/scopes": ["read"] },
      },
    });
    for (const missing of parts) {
      const { status } = await serverFor(bob, onUser, ...parts.filter((part) => part !== missing)).list(headers);
      expect(status).toBe(403);
    }
  });

  test("for four groups or values, one check of all is tried first", async () => {
    const user = `impersonate:user-info ${authn}/users eve`;
    const all = `impersonate:user-info ${authn}/groups *`;
    const allExtra = `impersonate:user-info ${authn}/userextras/* *`;
    const headers = {
      ...eve,
      "impersonate-group": ["a", "b", "c", "d"],
      "impersonate-extra-example.com%2fx": ["1", "2", "3", "4"],
    };
    expect(await serverFor(bob, onUser, user, all, allExtra).list(headers)).toMatchObject({
      status: 200,
      asked: [onUser, user, all, allExtra],
    });
    const { asked } = await serverFor(bob, onUser, user).list(headers);
    expect(asked.slice(0, 4)).toEqual([onUser, user, all, `impersonate:user-info ${authn}/groups a`]);
  });

  test.each<readonly [headers: SentHeaders, message: string]>([
    [
      { "impersonate-group": "system:masters" },
      'groups.authentication.k8s.io "system:masters" is forbidden: User "bob" cannot impersonate:user-info resource "groups" in API group "authentication.k8s.io" at the cluster scope: impersonating the system:masters group is not allowed',
    ],
    [{ "impersonate-group": "" }, "impersonating the empty string group is not allowed"],
    [
      { "impersonate-extra-scopes": "a" },
      'impersonating an invalid key in extra is not allowed: extra.key: Invalid value: "scopes": must be a domain-prefixed path (such as "acme.io/foo")',
    ],
    [{ "impersonate-extra-example.com%2fA": "a" }, 'a non-lowercase key in extra is not allowed: "example.com/A"'],
    [{ "impersonate-extra-example.com%2fa": "" }, "the empty string value in extra is not allowed"],
  ])("the headers %o are refused", async (headers, message) => {
    const { status, message: given } = await serverFor(bob, onUser, `impersonate:user-info ${authn}/users eve`).list({
      ...eve,
      ...headers,
    });
    expect([status, given]).toEqual([403, expect.stringContaining(message)]);
  });

  test("the verb impersonate still allows all of that", async () => {
    const { list } = serverFor(bob, "impersonate /users eve", "impersonate /groups system:masters");
    expect(await list({ ...eve, "impersonate-group": "system:masters" })).toMatchObject({
      status: 200,
      user: { name: "eve", groups: ["system:masters", "system:authenticated"] },
    });
  });
});

describe("constrained impersonation of service accounts and nodes", () => {
  const account = { "impersonate-user": "system:serviceaccount:kitchen:oven" };
  const node = { "impersonate-user": "system:node:n1" };

  test("service accounts have their own verbs and their two groups", async () => {
    const on = `impersonate-on:serviceaccount:list ${resource}`;
    const name = `impersonate:serviceaccount ${authn}/serviceaccounts kitchen oven`;
    expect(await serverFor(bob, on, name).list(account)).toMatchObject({
      status: 200,
      asked: [on, name],
      user: { groups: ["system:serviceaccounts", "system:serviceaccounts:kitchen", "system:authenticated"] },
    });
    const more = await serverFor(bob, on, name, onUser).list({ ...account, "impersonate-group": "a" });
    expect([more.status, more.asked]).toEqual([403, ["impersonate /serviceaccounts kitchen oven"]]);
  });

  test("nodes have their own verbs and their group", async () => {
    const on = `impersonate-on:arbitrary-node:list ${resource}`;
    const name = `impersonate:arbitrary-node ${authn}/nodes n1`;
    expect(await serverFor(bob, on, name).list(node)).toMatchObject({
      status: 200,
      asked: [on, name],
      user: { name: "system:node:n1", groups: ["system:nodes", "system:authenticated"] },
    });
    const notANode = await serverFor(bob).list({ "impersonate-user": "system:node:N 1" });
    expect(notANode.asked[0]).toBe(onUser);
  });

  test("a service account can impersonate the node on which it runs", async () => {
    const on = `impersonate-on:associated-node:list ${resource}`;
    const name = `impersonate:associated-node ${authn}/nodes *`;
    const { list, extras } = serverFor(agent, on, name);
    expect(await list(node)).toMatchObject({
      status: 200,
      asked: [on, name],
      user: { name: "system:node:n1", groups: ["system:nodes", "system:authenticated"] },
    });
    expect(extras[0]).toEqual({
      "authentication.kubernetes.io/associated-node-keys": [
        "authentication.kubernetes.io/node-name",
        "authentication.kubernetes.io/pod-name",
      ],
    });
    const other = await list({ "impersonate-user": "system:node:n2" });
    expect([other.status, other.asked[0]]).toEqual([403, `impersonate-on:arbitrary-node:list ${resource}`]);
    const user = await serverFor({ ...agent, name: "bob" }, on, name).list(node);
    expect(user.status).toBe(403);
  });
});

describe("what a server remembers", () => {
  test("an allowed request is not checked again, another request for the same user only for its verb", async () => {
    const other = `${group}/v1beta1/namespaces/other/pizzas`;
    const onOther = "impersonate-on:user-info:list restaurant.programming-kubernetes.info/pizzas other";
    const { list } = serverFor(bob, onUser, onOther, `impersonate:user-info ${authn}/users eve`);
    expect((await list(eve)).asked).toHaveLength(2);
    expect((await list(eve)).asked).toEqual([]);
    expect((await list(eve, other)).asked).toEqual([onOther]);
    expect((await list({ "impersonate-user": "adam" })).status).toBe(403);
  });

  test("after ten seconds, it is checked again", async () => {
    const clock = { time: 0 };
    const mode = impersonationModes(() => clock.time).find(({ name }) => name === "user-info");
    let checks = 0;
    const info = parseRequestInfo("GET", pizzas, new URLSearchParams(), pizzas);
    const impersonate = () =>
      mode?.impersonate({ name: "eve", groups: [], extra: {} }, { user: bob, info }, () => {
        checks++;
        return Promise.resolve();
      });
    await impersonate();
    clock.time = 9_999;
    await impersonate();
    expect(checks).toBe(2);
    clock.time = 10_000;
    await impersonate();
    expect(checks).toBe(4);
  });

  test("refusals are checked again, and so is the verb impersonate", async () => {
    const { list } = serverFor(bob, "impersonate /users eve");
    expect((await list(eve)).asked).toEqual([onUser, "impersonate /users eve"]);
    // The mode that succeeded last is tried first.
    expect((await list(eve)).asked).toEqual(["impersonate /users eve"]);
    const adam = { "impersonate-user": "adam" };
    expect((await list(adam)).asked).toEqual(["impersonate /users adam", onUser]);
    expect((await list(adam)).asked).toEqual(["impersonate /users adam", onUser]);
  });

  test("metrics count impersonations and their checks", async () => {
    const { server, list } = serverFor(bob, "impersonate /users eve");
    await list(eve);
    await list({ "impersonate-user": "adam" });
    const { text } = await server.get("/metrics");
    for (const line of [
      'apiserver_impersonation_attempts_total{mode="legacy",decision="allowed"} 1',
      'apiserver_impersonation_attempts_total{mode="",decision="denied"} 1',
      'apiserver_impersonation_authorization_attempts_total{mode="user-info",decision="denied"} 2',
      'apiserver_impersonation_authorization_attempts_total{mode="legacy",decision="allowed"} 1',
    ])
      expect(text).toContain(`${line}\n`);
  });
});

test("later filters see the original user and the verb, and no headers of the impersonation", async () => {
  const headers: Readonly<Record<string, string>> = { ...eve, "impersonate-extra-a": "b", accept: "x" };
  const seen: APIRequest[] = [];
  const handler = impersonation(
    (request) => {
      seen.push(request);
      return Promise.resolve({ status: 200, headers: {}, body: "" });
    },
    // The filter uses no other part of the configuration.
    { authorizers: [() => "allow"], metrics: new ServerMetrics(versionInfo("1", "0", "v1")) } as unknown as ChainConfig,
  );
  const request = {
    user: bob,
    info: parseRequestInfo("GET", pizzas, new URLSearchParams(), pizzas),
    responseHeaders: {},
    header: (name: string) => headers[name],
    headerLines: (name: string) => [headers[name] ?? []].flat(),
    headerNames: () => Object.keys(headers),
    // The filter reads no other part of the request.
  } as unknown as APIRequest;
  // The key of the extra value has no domain, so only the verb impersonate allows it.
  await handler(request);
  const [found = request] = seen;
  expect(found.impersonatedFrom).toEqual({ user: bob, constraint: "" });
  expect(found.user.name).toBe("eve");
  expect([found.header("impersonate-user"), found.headerLines("impersonate-extra-a"), found.headerNames()]).toEqual([
    undefined,
    [],
    ["accept"],
  ]);
});
