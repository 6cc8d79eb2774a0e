import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { evaluateConditions } from "../../apiserver/admission/webhook/evaluate-conditions.js";
import type { MatchCondition } from "../../apiserver/admission/webhook/webhook-configuration.js";
import { parseAuthenticationConfiguration } from "../../apiserver/authentication/jwt/read-configuration.js";
import { userOfClaims } from "../../apiserver/authentication/jwt/user-of-claims.js";
import { authorizersOf, jsonValue, type Value } from "../../runtime/cel/index.js";
import { repository } from "../package/tarballs.js";
import { fencedBlocks } from "./fenced-blocks.js";

function blocksOf(page: string, part: string): readonly string[] {
  return fencedBlocks(readFileSync(join(repository, "docs", page), "utf8"))
    .filter(({ info, text }) => info[0] === "yaml" && text.includes(part))
    .map(({ text }) => text);
}

const pizzaWith = (topping: string): object => ({ spec: { toppings: [{ name: topping, quantity: 1 }] } });

test.each([
  ["another topping", pizzaWith("ham"), ["cooks"], false, true],
  ["the same topping", pizzaWith("tomato"), ["cooks"], false, false],
  ["a controller", pizzaWith("ham"), ["system:serviceaccounts"], false, false],
  ["a user who may break glass", pizzaWith("ham"), [], true, false],
])(
  "the match conditions of the page select a write with %s: %s %s %s %s",
  async (_, object, groups, isAllowed, called) => {
    const [text = ""] = blocksOf("admission-webhooks.md", "matchConditions:");
    const { matchConditions } = parse(text) as { readonly matchConditions: readonly MatchCondition[] };
    const { authorizer } = authorizersOf(() => ({ isAllowed, reason: "" }), {});
    const values: Readonly<Record<string, Value>> = {
      object: jsonValue(object),
      oldObject: jsonValue(pizzaWith("tomato")),
      request: jsonValue({ userInfo: { groups } }),
      authorizer,
    };
    expect(matchConditions).toHaveLength(3);
    const { matches } = await evaluateConditions(matchConditions, (name) => values[name] ?? null);
    expect(matches).toBe(called);
  },
);

test("the authentication configurations of the page have no problems, and their expressions make users", async () => {
  const [claims, expressions = ""] = blocksOf("authentication.md", "kind: AuthenticationConfiguration");
  expect(parseAuthenticationConfiguration("page", claims ?? "").issuers).toHaveLength(1);
  const [issuer] = parseAuthenticationConfiguration("page", expressions).issuers;
  if (issuer === undefined) throw new Error("the page has no issuer");
  const token = { sub: "alice", roles: "cook,waiter", org: { "tenant-id": "t1" }, nbf: 1, exp: 86_401 };
  expect(await userOfClaims(issuer, token)).toEqual({
    name: "login:alice",
    groups: ["cook", "waiter"],
    extra: { "example.com/tenant": ["t1"] },
  });
});
