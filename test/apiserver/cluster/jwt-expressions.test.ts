import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { byJWT } from "../../../apiserver/authentication/jwt/by-jwt.js";
import { readAuthenticationConfiguration } from "../../../apiserver/authentication/jwt/read-configuration.js";
import type { TokenAuthenticator } from "../../../apiserver/authentication/token/token-authenticator.js";
import { temporaryFolder } from "../../engine/temporary-folder.js";
import { JWTIssuer } from "./jwt-issuer.js";

const now = () => Math.floor(Date.now() / 1000);

let issuer: JWTIssuer;
beforeEach(async () => {
  issuer = await JWTIssuer.start();
});
afterEach(() => issuer.close());

async function authenticator(text: string): Promise<TokenAuthenticator> {
  const folder = temporaryFolder({ "authentication.yaml": text });
  const { issuers } = await readAuthenticationConfiguration(join(folder, "authentication.yaml"));
  return byJWT(issuers);
}

describe("expressions of an authentication configuration", () => {
  const withExpressions = `apiVersion: apiserver.config.k8s.io/v1
kind: AuthenticationConfiguration
jwt:
- issuer:
    url: URL
    audiences: [pizza]
    certificateAuthority: |
      CA
  claimMappings:
    username:
      expression: "'login:' + claims.sub"
    groups:
      expression: claims.roles.split(",")
    uid:
      expression: claims.?uid.orValue("")
    extra:
    - key: example.com/tenant
      valueExpression: claims.org.tenant__dash__id
  claimValidationRules:
  - expression: claims.exp - claims.nbf <= 86400.0
    message: tokens must not be valid for more than a day
  userValidationRules:
  - expression: "user.groups.all(group, !group.startsWith('system:'))"
    message: groups of Kubernetes are reserved
`;
  const expressions = () =>
    withExpressions
      .replace("URL", issuer.url)
      .replace("CA", issuer.authority.certificate.trim().replaceAll("\n", "\n      "));
  const claims = { roles: "cook,waiter", org: { "tenant-id": ["t1", ""] }, nbf: now() };

  test("make users of claims", async () => {
    const authenticate = await authenticator(expressions());
    expect(await authenticate(await issuer.token({ ...claims, jti: "j" }))).toEqual({
      name: "login:alice",
      groups: ["cook", "waiter"],
      extra: { "authentication.kubernetes.io/credential-id": ["JTI=j"], "example.com/tenant": ["t1"] },
    });
    expect(await authenticate(await issuer.token({ ...claims, uid: "7" }))).toMatchObject({ uid: "7" });
  });

  test.each([
    [
      "a claim rule that is false",
      { exp: now() + 90_000 },
      "oidc: error evaluating claim validation expression: validation expression 'claims.exp - claims.nbf <= 86400.0' failed: tokens must not be valid for more than a day",
    ],
    [
      "a user rule that is false",
      { roles: "cook,system:masters" },
      "oidc: error evaluating user info validation rule: validation expression 'user.groups.all(group, !group.startsWith('system:'))' failed: groups of Kubernetes are reserved",
    ],
    [
      "a missing claim",
      { org: {} },
      "expression 'claims.org.tenant__dash__id' resulted in error: no such key: tenant__dash__id",
    ],
    [
      "a value of another type",
      { uid: 7 },
      "oidc: error evaluating uid claim expression: uid claim expression must return a string",
    ],
    [
      "extra values that are no strings",
      { org: { "tenant-id": [1] } },
      "oidc: error evaluating extra claim expression: claims.org.tenant__dash__id: expression must return a string or a list of strings",
    ],
    ["a missing name", { sub: undefined }, "resulted in error: no such key: sub"],
    [
      "a loop that costs too much",
      { roles: "r,".repeat(300_000) },
      "resulted in error: operation cancelled: actual cost limit exceeded",
    ],
  ])("refuse a token with %s", async (_, more, problem) => {
    const authenticate = await authenticator(expressions());
    await expect(authenticate(await issuer.token({ ...claims, ...more }))).rejects.toThrow(problem);
  });

  test("use an email address only with its verification", async () => {
    const email = expressions().replace("'login:' + claims.sub", "claims.email");
    await expect(authenticator(email)).rejects.toThrow(
      'jwt[0].claimMappings.username.expression: Invalid value: "claims.email": claims.email_verified must be used in claimMappings.username.expression or claimMappings.extra[*].valueExpression or claimValidationRules[*].expression when claims.email is used in claimMappings.username.expression',
    );
    const rule = "  claimValidationRules:\n  - expression: claims.?email_verified.orValue(false) == true\n";
    const authenticate = await authenticator(email.replace("  claimValidationRules:\n", rule));
    const of = async (more: object) => authenticate(await issuer.token({ ...claims, email: "a@b.example", ...more }));
    expect(await of({ email_verified: true })).toMatchObject({ name: "a@b.example" });
    await expect(of({})).rejects.toThrow("failed: ");
  });
});
