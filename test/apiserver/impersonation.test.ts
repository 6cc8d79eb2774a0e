import { describe, expect, test } from "vitest";
import type { Decision, User } from "@apimachinery/apiserver";
import { requestLimits } from "../../apiserver/http/request-limits.js";
import { InProcessServer, pizzas, type SentHeaders } from "./harness.js";

const bob: User = { name: "bob", groups: [], extra: {} };

/**
 * Returns a server that records the authorization requests for impersonation, and the user of each
 * request.
 */
function asking(decide: (target: string) => Decision = () => "allow") {
  const targets: string[] = [];
  const users: User[] = [];
  const server = new InProcessServer({
    user: bob,
    config: {
      authorizers: [
        ({ info, user }) => {
          if (/^impersonate(-on)?:/.test(info.verb)) return "no opinion";
          if (info.verb !== "impersonate") {
            users.push(user);
            return "allow";
          }
          const target = [info.group, info.namespace, info.resource, info.subresource, info.name].join("|");
          targets.push(target);
          return decide(target);
        },
      ],
    },
  });
  return { server, targets, users };
}

const impersonate = async (headers: SentHeaders) => {
  const { server, targets, users } = asking();
  const { status } = await server.get(pizzas, headers);
  return { status, targets, user: users[0] };
};

/**
 * Each row contains the authorization requests and the resulting user of Go's
 * WithConstrainedImpersonation (k8s.io/apiserver v0.37.2) in the mode `impersonate`.
 */
describe("impersonation", () => {
  test.each([
    [
      "system:serviceaccount:kitchen:oven",
      "|kitchen|serviceaccounts||oven",
      ["system:serviceaccounts", "system:serviceaccounts:kitchen", "system:authenticated"],
    ],
    [
      "system:serviceaccount:kitchen:oven.two",
      "|kitchen|serviceaccounts||oven.two",
      ["system:serviceaccounts", "system:serviceaccounts:kitchen", "system:authenticated"],
    ],
    ["system:serviceaccount:NS:sa", "||users||system:serviceaccount:NS:sa", ["system:authenticated"]],
    ["system:serviceaccount:ns:s_a", "||users||system:serviceaccount:ns:s_a", ["system:authenticated"]],
    ["system:serviceaccount:a.b:sa", "||users||system:serviceaccount:a.b:sa", ["system:authenticated"]],
    ["system:serviceaccount:a:b:c", "||users||system:serviceaccount:a:b:c", ["system:authenticated"]],
    ["system:serviceaccount::sa", "||users||system:serviceaccount::sa", ["system:authenticated"]],
    ["system:serviceaccount:ns:", "||users||system:serviceaccount:ns:", ["system:authenticated"]],
    ["system:anonymous", "||users||system:anonymous", ["system:unauthenticated"]],
    ["eve", "||users||eve", ["system:authenticated"]],
  ])("the server authorizes the impersonation of %s like Go", async (name, target, groups) => {
    const { targets, user } = await impersonate({ "impersonate-user": name });
    expect([targets, user]).toEqual([[target], { name, groups, extra: {} }]);
  });

  test("the server authorizes user, uid, each group and each extra value, in this order", async () => {
    const headers = {
      "impersonate-user": "eve",
      "impersonate-group": ["a", "b"],
      "impersonate-uid": "7",
      "impersonate-extra-scopes": ["x", "y"],
    };
    const { targets, user } = await impersonate(headers);
    expect(targets).toEqual([
      "||users||eve",
      "authentication.k8s.io||uids||7",
      "||groups||a",
      "||groups||b",
      "authentication.k8s.io||userextras|scopes|x",
      "authentication.k8s.io||userextras|scopes|y",
    ]);
    expect(user).toEqual({
      name: "eve",
      uid: "7",
      groups: ["a", "b", "system:authenticated"],
      extra: { scopes: ["x", "y"] },
    });
  });

  test("a value that contains a comma is one value, and of repeated users and uids the first counts", async () => {
    const { targets, user } = await impersonate({
      "impersonate-user": ["eve", "root"],
      "impersonate-group": "cooks, waiters",
      "impersonate-uid": ["7", "8"],
      "impersonate-extra-scopes": ["read, write", "x"],
    });
    expect(targets).toEqual([
      "||users||eve",
      "authentication.k8s.io||uids||7",
      "||groups||cooks, waiters",
      "authentication.k8s.io||userextras|scopes|read, write",
      "authentication.k8s.io||userextras|scopes|x",
    ]);
    expect(user).toEqual({
      name: "eve",
      uid: "7",
      groups: ["cooks, waiters", "system:authenticated"],
      extra: { scopes: ["read, write", "x"] },
    });
  });

  test("the server also authorizes empty extra values and groups", async () => {
    const { targets, user } = await impersonate({
      "impersonate-user": "eve",
      "impersonate-extra-scopes": "",
      "impersonate-group": "",
    });
    expect(targets).toEqual(["||users||eve", "||groups||", "authentication.k8s.io||userextras|scopes|"]);
    expect(user).toEqual({ name: "eve", groups: ["", "system:authenticated"], extra: { scopes: [""] } });
  });

  test("two headers with one key are joined, and escaped capital letters stay", async () => {
    const { user } = await impersonate({
      "impersonate-user": "eve",
      "impersonate-extra-ab": "1",
      "impersonate-extra-a%62": "2",
      "impersonate-extra-%41": "3",
      "impersonate-extra-%zz": "4",
    });
    expect(user?.extra).toEqual({ ab: ["1", "2"], A: ["3"], "%zz": ["4"] });
  });

  test("impersonation headers without a user are a 400", async () => {
    const message = async (headers: SentHeaders) => (await asking().server.get(pizzas, headers)).json["message"];
    expect(await message({ "impersonate-extra-scopes": "" })).toBe(
      'requested &user.DefaultInfo{Name:"", UID:"", Groups:[]string(nil), Extra:map[string][]string{"scopes":[]string{""}}} without impersonating a user name',
    );
    expect(await message({ "impersonate-uid": "7" })).toContain(
      'UID:"7", Groups:[]string(nil), Extra:map[string][]string(nil)}',
    );
    expect(await message({ "impersonate-uid": "" })).toBeUndefined();
  });

  test("after a refused part, the server authorizes no further part", async () => {
    const many = Object.fromEntries(
      Array.from({ length: 90 }, (_, index) => [`impersonate-extra-${String(index)}`, Array<string>(10).fill("a")]),
    );
    const denied = async (target: string) => {
      const { server, targets } = asking((asked) => (asked === target ? "deny" : "allow"));
      const { status, headers } = await server.get(pizzas, {
        "impersonate-user": "eve",
        "impersonate-uid": "7",
        ...many,
      });
      expect([status, headers["x-content-type-options"]]).toEqual([403, "nosniff"]);
      return targets.length;
    };
    expect(await denied("||users||eve")).toBe(1);
    expect(await denied("authentication.k8s.io||uids||7")).toBe(2);
  });

  test("the server accepts 1,000 groups and extra values; 1,001 are a 400", async () => {
    const { impersonatedParts } = requestLimits;
    const groups = Array.from({ length: impersonatedParts - 1 }, (_, index) => `g${String(index)}`);
    expect(
      (await impersonate({ "impersonate-user": "eve", "impersonate-group": groups, "impersonate-extra-a": "x" }))
        .status,
    ).toBe(200);
    const { server, targets } = asking();
    const { status, json } = await server.get(pizzas, {
      "impersonate-user": "eve",
      "impersonate-group": groups,
      "impersonate-extra-a": ["x", "y"],
    });
    expect([status, json["message"], targets.length]).toEqual([
      400,
      "cannot impersonate 1001 groups and extra values: limit is 1000",
      0,
    ]);
  });
});
