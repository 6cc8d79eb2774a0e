import { describe, expect, test } from "vitest";
import type { Authorizer, User, Verdict } from "@apimachinery/apiserver";
import { namedAuthorizer } from "../../../apiserver/options/authorizers.js";
import { InProcessServer, pizza, pizzas } from "../harness.js";

const bob: User = { name: "bob", groups: [], extra: {} };
const about =
  'pizzas.restaurant.programming-kubernetes.info is forbidden: User "bob" cannot list resource "pizzas" in API group "restaurant.programming-kubernetes.info" in the namespace "default"';

const serverOf = (...authorizers: readonly Authorizer[]) => new InProcessServer({ user: bob, config: { authorizers } });
const answers =
  (verdict: Verdict): Authorizer =>
  () =>
    verdict;
const none = (reason: string) => answers({ decision: "no opinion", reason });
const fails =
  (message: string): Authorizer =>
  () => {
    throw new Error(message);
  };

async function list(...authorizers: readonly Authorizer[]) {
  const { status, json, text } = await serverOf(...authorizers).get(pizzas);
  return [status, json["message"] ?? text];
}

describe("a union of authorizers", () => {
  test("the first authorizer that allows or denies decides", async () => {
    const asked: string[] = [];
    const noting =
      (name: string, verdict: Verdict): Authorizer =>
      () => {
        asked.push(name);
        return verdict;
      };
    const pass = noting("pass", { decision: "no opinion" });
    const allow = noting("allow", { decision: "allow" });
    const deny = noting("deny", { decision: "deny", reason: "closed" });
    expect((await list(pass, allow, deny))[0]).toBe(200);
    expect(await list(pass, deny, allow)).toEqual([403, `${about}: closed`]);
    expect(asked).toEqual(["pass", "allow", "pass", "deny"]);
  });

  test("without a decision, the message has the reasons of all authorizers", async () => {
    expect(await list(none(""), none("no role"))).toEqual([403, `${about}: no role`]);
    expect(
      await list(
        namedAuthorizer("a", none("one")),
        answers({ decision: "no opinion" }),
        namedAuthorizer("b", none("two")),
      ),
    ).toEqual([403, `${about}: a: one\nb: two`]);
    expect(await list()).toEqual([403, about]);
  });

  test("an authorizer that denies gives its reason without its name", async () => {
    expect(await list(namedAuthorizer("a", answers({ decision: "deny", reason: "no" })))).toEqual([
      403,
      `${about}: no`,
    ]);
  });

  test("an error without a decision is a 500, as is a denial with an error", async () => {
    expect(await list(fails("broken"))).toEqual([500, `Internal Server Error: "${pizzas}": broken\n`]);
    expect(await list(fails("one"), none("x"), fails("two"), fails("one"))).toEqual([
      500,
      `Internal Server Error: "${pizzas}": [one, two]\n`,
    ]);
    expect(await list(answers({ decision: "deny", error: new Error("lies") }))).toEqual([
      500,
      `Internal Server Error: "${pizzas}": lies\n`,
    ]);
  });

  test("an error has no effect if the same or a later authorizer allows the request", async () => {
    expect((await list(answers({ decision: "allow", error: new Error("ignored") })))[0]).toBe(200);
    expect((await list(fails("broken"), () => "allow"))[0]).toBe(200);
  });

  test("a value that is not a decision allows nothing", async () => {
    for (const answer of [undefined, true, "ALLOW", { decision: true }]) {
      // The cast passes what an authorizer in JavaScript may return by mistake.
      const wrong = (() => answer) as unknown as Authorizer;
      expect((await list(wrong))[0]).not.toBe(200);
    }
  });

  const apply = (server: InProcessServer) =>
    server.send("PATCH", `${pizzas}/a?fieldManager=me`, {
      body: { apiVersion: "restaurant.programming-kubernetes.info/v1beta1", kind: "Pizza", ...pizza("a", "salami") },
      headers: { "content-type": "application/apply-patch+yaml" },
    });

  test("an apply that creates needs the permission to create, and its refusal has the reason", async () => {
    const server = serverOf(({ info }) =>
      info.verb === "create" ? { decision: "no opinion", reason: "only cooks" } : "allow",
    );
    const { status, json } = await apply(server);
    expect([status, json["message"]]).toEqual([
      403,
      'pizzas.restaurant.programming-kubernetes.info "a" is forbidden: User "bob" cannot create resource "pizzas" in API group "restaurant.programming-kubernetes.info" in the namespace "default": only cooks',
    ]);
    const broken = serverOf(({ info }) => {
      if (info.verb === "create") throw new Error("broken");
      return "allow";
    });
    const failure = await apply(broken);
    expect([failure.status, failure.json["message"]]).toEqual([500, "Internal error occurred: broken"]);
  });

  test("metrics count the results", async () => {
    const server = serverOf(({ info }) => {
      if (info.path === "/broken") throw new Error("broken");
      return info.path === "/denied" ? "deny" : info.path === "/none" ? "no opinion" : "allow";
    });
    for (const path of ["/broken", "/denied", "/none", "/version"]) await server.get(path);
    const { text } = await server.get("/metrics");
    for (const result of ["error", "denied", "no-opinion"])
      expect(text).toContain(`authorization_attempts_total{result="${result}"} 1\n`);
    expect(text).toMatch(/authorization_attempts_total\{result="allowed"\} [12]\n/);
    expect(text).toContain('authorization_duration_seconds_count{result="denied"} 1\n');
  });
});
