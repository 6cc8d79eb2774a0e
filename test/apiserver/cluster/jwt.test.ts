import { renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { exportSPKI, generateKeyPair, SignJWT } from "jose";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { byJWT } from "../../../apiserver/authentication/jwt/by-jwt.js";
import { readAuthenticationConfiguration } from "../../../apiserver/authentication/jwt/read-configuration.js";
import { temporaryFolder } from "../../engine/temporary-folder.js";
import { ClusterPeer } from "./cluster-peer.js";
import { DelegatedServer } from "./delegated-server.js";
import { JWTIssuer } from "./jwt-issuer.js";

const now = () => Math.floor(Date.now() / 1000);

let issuer: JWTIssuer;
beforeEach(async () => {
  issuer = await JWTIssuer.start();
});
afterEach(() => issuer.close());

function configuration(more = "", username = 'claim: sub\n      prefix: "oidc:"'): string {
  const ca = issuer.authority.certificate.trim().replaceAll("\n", "\n      ");
  return `apiVersion: apiserver.config.k8s.io/v1
kind: AuthenticationConfiguration
jwt:
- issuer:
    url: ${issuer.url}
    audiences: [pizza, pasta]
    audienceMatchPolicy: MatchAny
    certificateAuthority: |
      ${ca}
  claimMappings:
    username:
      ${username}
    groups:
      claim: roles
      prefix: "r:"
    uid:
      claim: uid
${more}`;
}

async function authenticator(text = configuration(), clock?: () => number) {
  const folder = temporaryFolder({ "authentication.yaml": text });
  const { issuers } = await readAuthenticationConfiguration(join(folder, "authentication.yaml"));
  return byJWT(issuers, clock);
}

describe("tokens of an issuer", () => {
  test("a valid token has a user with prefixes, uid, groups and the id of the token", async () => {
    const authenticate = await authenticator();
    const token = await issuer.token({ roles: ["cook", "waiter"], uid: "7", jti: "t1", aud: ["pasta", "other"] });
    expect(await authenticate(token)).toEqual({
      name: "oidc:alice",
      uid: "7",
      groups: ["r:cook", "r:waiter"],
      extra: { "authentication.kubernetes.io/credential-id": ["JTI=t1"] },
    });
    await authenticate(await issuer.token({ uid: "7", roles: "cook" }));
    expect(issuer.requests).toEqual(["/.well-known/openid-configuration", "/keys"]);
  });

  test.each([
    ["of another audience", { aud: "other" }, /aud/],
    ["that has expired", { exp: now() - 1 }, /token is expired/],
    ["without an end", { exp: undefined }, /exp/],
    ["that is not valid yet", { nbf: now() + 600 }, /nbf/],
    ["without the username claim", { sub: undefined }, /parse username claims "sub": claim not present/],
    ["with an empty username", { sub: "" }, /is empty/],
    [
      "with a number as uid",
      { uid: 7 },
      /parse uid claim "uid": json: cannot unmarshal number into Go value of type string/,
    ],
    [
      "with groups that are no list",
      { roles: { admin: true } },
      /parse groups claim "roles": json: cannot unmarshal object into Go value of type string/,
    ],
  ])("a token %s is refused", async (_, claims, problem) => {
    const authenticate = await authenticator();
    await expect(authenticate(await issuer.token({ uid: "7", ...claims }))).rejects.toThrow(problem);
  });

  test("a token that was not valid a minute ago is valid within the tolerance for clocks", async () => {
    const authenticate = await authenticator();
    expect(await authenticate(await issuer.token({ uid: "7", nbf: now() + 60 }))).toMatchObject({ name: "oidc:alice" });
  });

  test("tokens of another issuer, and tokens that are not JWTs, are left to other authenticators", async () => {
    const authenticate = await authenticator();
    expect(await authenticate(await issuer.token({ iss: "https://other" }))).toBe(undefined);
    for (const text of ["opaque", "a.b.c", "{}", ""]) expect(await authenticate(text)).toBe(undefined);
    expect(issuer.requests).toEqual([]);
  });

  test("forged tokens are refused: another key, no signature, and the public key as a shared secret", async () => {
    const authenticate = await authenticator();
    const claims = { iss: issuer.url, aud: "pizza", sub: "admin", uid: "0", exp: now() + 600 };
    const { privateKey } = await generateKeyPair("RS256");
    const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
    const secret = new TextEncoder().encode(await exportSPKI(issuer.publicKey));
    const forged = [
      await new SignJWT(claims).setProtectedHeader({ alg: "RS256", kid: "first" }).sign(privateKey),
      `${encode({ alg: "none" })}.${encode(claims)}.`,
      await new SignJWT(claims).setProtectedHeader({ alg: "HS256", kid: "first" }).sign(secret),
      `${(await issuer.token({ uid: "7" })).split(".").slice(0, 2).join(".")}.${"A".repeat(342)}`,
    ];
    for (const token of forged) await expect(authenticate(token)).rejects.toThrow();
  });

  test("a new key of the issuer is fetched, but not for every unknown key", async () => {
    let clock = 0;
    const authenticate = await authenticator(configuration(), () => clock);
    await authenticate(await issuer.token({ uid: "7" }));
    await issuer.rotate();
    await expect(authenticate(await issuer.token({ uid: "7" }))).rejects.toThrow("no applicable key found");
    expect(issuer.requests).toHaveLength(2);
    clock = 10_000;
    expect(await authenticate(await issuer.token({ uid: "7" }))).toMatchObject({ name: "oidc:alice" });
    expect(issuer.requests).toHaveLength(4);
  });

  test("an issuer that fails authenticates no user, and is asked again", async () => {
    const authenticate = await authenticator();
    issuer.isBroken = true;
    await expect(authenticate(await issuer.token({ uid: "7" }))).rejects.toThrow("/.well-known/openid-configuration: ");
    issuer.isBroken = false;
    expect(await authenticate(await issuer.token({ uid: "7" }))).toMatchObject({ name: "oidc:alice" });
  });

  test("an issuer whose certificate the configuration does not trust authenticates no user", async () => {
    const authenticate = await authenticator(configuration().replace(/ {4}certificateAuthority: \|\n( {6}.*\n)+/, ""));
    await expect(authenticate(await issuer.token({ uid: "7" }))).rejects.toThrow(/certificate/);
  });

  test("required claims must have their values, and email addresses must be verified", async () => {
    const rules = "  claimValidationRules:\n  - claim: hd\n    requiredValue: example.com\n";
    const authenticate = await authenticator(configuration(rules, 'claim: email\n      prefix: ""'));
    const of = async (claims: object) =>
      authenticate(await issuer.token({ uid: "7", email: "a@example.com", ...claims }));
    await expect(of({})).rejects.toThrow("required claim hd not present");
    await expect(of({ hd: "other.com" })).rejects.toThrow("Got = other.com, want = example.com");
    await expect(of({ hd: "example.com", email_verified: false })).rejects.toThrow("email not verified");
    await expect(of({ hd: "example.com", email_verified: "true" })).rejects.toThrow(
      "parse 'email_verified' claim: json: cannot unmarshal string into Go value of type bool",
    );
    expect(await of({ hd: "example.com", email_verified: true })).toMatchObject({ name: "a@example.com" });
    expect(await of({ hd: "example.com" })).toMatchObject({ name: "a@example.com" });
  });
});

describe("the file of --authentication-config", () => {
  const problemsOf = async (text: string): Promise<string> => {
    const file = join(temporaryFolder({ "authentication.yaml": text }), "authentication.yaml");
    const error: unknown = await readAuthenticationConfiguration(file).catch((thrown: unknown) => thrown);
    return (error as Error).message.replaceAll(file, "FILE");
  };
  const head = "apiVersion: apiserver.config.k8s.io/v1\nkind: AuthenticationConfiguration\n";

  test("all problems are reported with their positions and Kubernetes' messages", async () => {
    const text = `${head}jwt:
- issuer:
    url: http://me:pw@issuer?q=1
    discoveryURL: http://me:pw@issuer?q=1
    audiences: [a, a, ""]
    certificateAuthority: none
  claimValidationRules:
  - expression: claims.hd == 
  - message: m
  - expression: claims.hd
  - expression: claims.hd
    claim: hd
  claimMappings:
    username:
      claim: sub
    groups:
      prefix: x
    uid:
      expression: user.uid
    extra:
    - key: k8s.io/x
      valueExpression: claims.x
  userValidationRules:
  - expression: "user.missing"
  - message: m
- issuer: {}
  claims: {}
`;
    const problems = await problemsOf(text);
    for (const line of [
      'unknown field "jwt[1].claims"',
      `jwt[0].userValidationRules[0].expression: Invalid value: "user.missing": compilation failed: ERROR: <input>:1:5: undefined field 'missing'`,
      "jwt[0].userValidationRules[1].expression: Required value",
      'jwt[0].claimMappings.extra[0].key: Invalid value: "k8s.io/x": k8s.io, kubernetes.io and their subdomains are reserved for Kubernetes use',
      'jwt[0].issuer.url: Invalid value: "http://me:pw@issuer?q=1": URL scheme must be https',
      "URL must not contain a username or password",
      "URL must not contain a query",
      "discoveryURL must be different from URL",
      'jwt[0].issuer.audiences[1]: Duplicate value: "a"',
      "jwt[0].issuer.audiences[2]: Required value",
      'jwt[0].issuer.audienceMatchPolicy: Invalid value: "": audienceMatchPolicy must be MatchAny for multiple audiences',
      'jwt[0].issuer.certificateAuthority: Invalid value: "<omitted>"',
      'jwt[0].claimValidationRules[0].expression: Invalid value: "claims.hd ==": compilation failed: ERROR: <input>:1:13: Syntax error: ',
      "jwt[0].claimValidationRules[1]: Required value: claim or expression is required",
      'jwt[0].claimValidationRules[2].expression: Invalid value: "claims.hd": must evaluate to bool',
      `jwt[0].claimValidationRules[3]: Invalid value: "hd": claim and expression can't both be set`,
      "jwt[0].claimMappings.username.prefix: Required value: prefix is required when claim is set.",
      'jwt[0].claimMappings.groups.claim: Invalid value: "": non-empty claim name is required when prefix is set',
      `jwt[0].claimMappings.uid.expression: Invalid value: "user.uid": compilation failed: ERROR: <input>:1:1: undeclared reference to 'user' (in container '')`,
      "jwt[1].issuer.url: Required value",
      "jwt[1].issuer.audiences: Required value: at least one jwt[1].issuer.audiences is required",
      "jwt[1].claimMappings.username: Required value: claim or expression is required",
    ])
      expect(problems).toContain(line);
    expect(problems.split("\n").every((line) => /^FILE:\d+:\d+: | \| /.test(line))).toBe(true);
    expect(problems).toMatch(/^FILE:5:10: jwt\[0\]\.issuer\.url/m);
  });

  test("issuers have different URLs, and there are at most 64", async () => {
    const one = (url: string) => `- issuer: { url: ${url}, discoveryURL: "https://d", audiences: [a] }
  claimMappings: { username: { claim: sub, prefix: "" } }
`;
    const problems = await problemsOf(`${head}jwt:\n${one("https://a")}${one("https://a")}`);
    expect(problems).toContain('jwt[1].issuer.url: Duplicate value: "https://a"');
    expect(problems).toContain('jwt[1].issuer.discoveryURL: Duplicate value: "https://d"');
    expect(await problemsOf(`${head}jwt:\n${one("https://a").repeat(65)}`)).toContain(
      "FILE:4:1: jwt: Too many: 65: must have at most 64 items",
    );
  });

  test("another kind, broken YAML and a wrong anonymous rule are errors", async () => {
    expect(await problemsOf("apiVersion: v1\nkind: Pod\n")).toContain('FILE:1:1: kind "Pod" of apiVersion "v1"');
    expect(await problemsOf("a: [")).toMatch(/^FILE:1:5: /);
    expect(await problemsOf(`${head}anonymous:\n  conditions:\n  - path: /livez\n`)).toContain(
      "anonymous.conditions: Invalid value: enabled should be set to true when conditions are defined",
    );
  });
});

describe("a server with --authentication-config", () => {
  let peer: ClusterPeer;
  let server: DelegatedServer | undefined;
  let users: unknown[];
  beforeEach(async () => {
    peer = await ClusterPeer.start();
    users = [];
    peer.accessReview = ({ user }) => {
      users.push(user);
      return { allowed: true };
    };
  });
  afterEach(async () => {
    await server?.stop();
    server = undefined;
    await peer.close();
  });
  const write = (text: string) => {
    const file = join(peer.folder, "authentication.yaml");
    writeFileSync(`${file}.new`, text);
    renameSync(`${file}.new`, file);
    return file;
  };
  const send = async (path: string, token?: string) =>
    (await server?.send(path, token === undefined ? {} : { authorization: `Bearer ${token}` }))?.status;

  test("tokens of the issuer authenticate, and other tokens are reviewed by the cluster", async () => {
    peer.tokenReview = ({ token }) =>
      token === "opaque" ? { authenticated: true, user: { username: "bob" } } : { authenticated: false };
    server = await DelegatedServer.start(peer, [`--authentication-config=${write(configuration())}`]);
    expect(await send("/version", await issuer.token({ uid: "7" }))).toBe(200);
    expect(await send("/version", "opaque")).toBe(200);
    expect(await send("/version", await issuer.token({ uid: "7", aud: "other" }))).toBe(401);
    expect(users).toEqual(["oidc:alice", "bob"]);
  });

  test("anonymous requests are served for the paths of the rule only", async () => {
    const rule = "anonymous:\n  enabled: true\n  conditions:\n  - path: /livez\n";
    server = await DelegatedServer.start(peer, [`--authentication-config=${write(configuration(rule))}`]);
    expect([await send("/livez"), await send("/readyz"), await send("/version")]).toEqual([200, 401, 401]);
  });

  test("a changed file has an effect without a restart, and a broken one does not", async () => {
    server = await DelegatedServer.start(peer, [`--authentication-config=${write(configuration())}`]);
    write(configuration("", 'claim: sub\n      prefix: "new:"'));
    await expect
      .poll(async () => {
        await send("/version", await issuer.token({ uid: "7", jti: String(users.length) }));
        return users.at(-1);
      })
      .toBe("new:alice");
    write("kind: [");
    const { logged } = server;
    await expect.poll(() => logged.join("\n")).toContain("the previous configuration stays in use");
    expect(await send("/version", await issuer.token({ uid: "7", jti: "last" }))).toBe(200);
  });

  test("changed expressions have an effect without a restart", async () => {
    const named = (name: string): string => write(configuration("", `expression: "'${name}:' + claims.sub"`));
    server = await DelegatedServer.start(peer, [`--authentication-config=${named("a")}`]);
    expect(await send("/version", await issuer.token({ uid: "7" }))).toBe(200);
    named("b");
    await expect
      .poll(async () => {
        await send("/version", await issuer.token({ uid: "7", jti: String(users.length) }));
        return users.at(-1);
      })
      .toBe("b:alice");
    expect(users[0]).toBe("a:alice");
  });

  test("the file with an anonymous rule and --anonymous-auth=false exclude each other", async () => {
    const file = write(configuration("anonymous:\n  enabled: true\n"));
    await expect(
      DelegatedServer.start(peer, [`--authentication-config=${file}`, "--anonymous-auth=false"]),
    ).rejects.toThrow("--anonymous-auth flag cannot be set when anonymous field is configured");
  });
});
