import type { ConnectionOptions } from "node:tls";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createAuthority, issueServing, type KeyPair } from "../../apiserver/certificates/authority.js";
import { authenticate } from "../../apiserver/filters/authentication.js";
import { byClientCertificate } from "../../apiserver/authentication/client-certificate.js";
import { TLSListener } from "../../apiserver/http/listener.js";
import type { TLSMaterial } from "../../apiserver/http/tls-material.js";
import { chained, ExtendedKeyUsage, issue, type Issued } from "./issued-certificates.js";
import { only, seenIdentity, tlsVersions } from "./seen-identity.js";

let listener: TLSListener;
let tls: TLSMaterial;
let root: Issued;
let intermediate: Issued;
beforeAll(async () => {
  root = await issue({ name: "CN=users", isAuthority: true });
  intermediate = await issue({ name: "CN=kitchen", isAuthority: true }, root);
  tls = { pair: await issueServing(await createAuthority("ca"), ["127.0.0.1"]), named: [], clientCA: root.certificate };
  listener = await TLSListener.listen({ tls, bindAddress: "127.0.0.1", port: 0 }, async (request) => {
    try {
      const { name, groups } = await authenticate([byClientCertificate], request);
      return { status: 200, headers: {}, body: JSON.stringify([name, groups]) };
    } catch {
      return { status: 401, headers: {}, body: "401" };
    }
  });
});
afterAll(async () => {
  const closed = listener.close();
  listener.destroyConnections();
  await closed;
});

const seen = (client: KeyPair | undefined, options: ConnectionOptions = {}) =>
  seenIdentity(listener.port, client, options);

const bob = { name: "CN=bob" };
const masters = { name: "O=system:masters,CN=admin" };

describe.each(tlsVersions)("%s: client certificates", (version) => {
  test.each<[string, () => Promise<KeyPair>]>([
    ["that has expired", () => issue({ ...bob, from: -2, to: -1 }, root)],
    ["that is not valid yet", () => issue({ ...bob, from: 1, to: 2 }, root)],
    ["for servers", () => issue({ ...bob, usages: [ExtendedKeyUsage.serverAuth] }, root)],
    ["for code", () => issue({ ...bob, usages: [ExtendedKeyUsage.codeSigning] }, root)],
    ["for any usage", () => issue({ ...bob, usages: ["2.5.29.37.0"] }, root)],
    ["that is self-signed", () => issue(masters)],
    [
      "of a forged authority with the same name",
      async () => issue(masters, await issue({ name: root.name, isAuthority: true })),
    ],
    [
      "of a forged authority with the same name, with its chain",
      async () => {
        const forged = await issue({ name: root.name, isAuthority: true });
        return chained(await issue(masters, forged), forged);
      },
    ],
    [
      "that another client's certificate has signed",
      async () => {
        const leaf = await issue(bob, root);
        return chained(await issue(masters, leaf), leaf);
      },
    ],
    ["of an authority below a trusted one, without its chain", () => issue(bob, intermediate)],
    ["of the server", () => Promise.resolve(tls.pair)],
  ])("a certificate %s does not authenticate", async (_, client) => {
    // Instead of the response 401, the server may refuse the handshake. The body is then undefined.
    expect([401, undefined]).toContain((await seen(await client(), only(version))).body);
  });

  test.each<[string, () => Promise<KeyPair>, string, readonly string[]]>([
    [
      "of an authority below a trusted one, with its chain",
      async () => chained(await issue(bob, intermediate), intermediate),
      "bob",
      [],
    ],
    ["without extended key usage", () => issue({ ...bob, usages: [] }, root), "bob", []],
    ["with name and group in one part of the subject", () => issue({ name: "CN=bob+O=cooks" }, root), "bob", ["cooks"]],
    [
      "with names of JavaScript properties",
      () => issue({ name: "O=__proto__,CN=__proto__" }, root),
      "__proto__",
      ["__proto__"],
    ],
    ["with a name of the system", () => issue({ name: "CN=system:apiserver" }, root), "system:apiserver", []],
    [
      "with the group of anonymous requests",
      () => issue({ name: "O=system:unauthenticated,CN=bob" }, root),
      "bob",
      ["system:unauthenticated"],
    ],
    [
      "with a NUL in its group",
      () => issue({ name: [{ O: ["system:masters\0x"] }, { CN: ["bob"] }] }, root),
      "bob",
      ["system:masters\0x"],
    ],
    [
      "with a line end in its name",
      () => issue({ name: [{ CN: ["bob\nO=system:masters"] }] }, root),
      "bob\nO=system:masters",
      [],
    ],
    [
      "with a comma in its group",
      () => issue({ name: [{ O: ["a, O=system:masters"] }, { CN: ["bob"] }] }, root),
      "bob",
      ["a, O=system:masters"],
    ],
    ["with an organizational unit", () => issue({ name: "OU=system:masters,CN=bob" }, root), "bob", []],
  ])("a certificate %s authenticates exactly its user", async (_, client, name, groups) => {
    // As in Go, a user in the group of anonymous requests does not get the other group.
    const added = groups.includes("system:unauthenticated") ? [] : ["system:authenticated"];
    expect((await seen(await client(), only(version))).body).toEqual([name, [...groups, ...added]]);
  });

  test("a client without a certificate is anonymous", async () => {
    expect((await seen(undefined, only(version))).body).toEqual(["system:anonymous", ["system:unauthenticated"]]);
  });
});

describe.each(tlsVersions)("%s: a client that resumes its TLS session", (version) => {
  const client = async (name: string) => issue({ name: `CN=${name}` }, root);

  test("the server asks for a full handshake, whose certificate names the user", async () => {
    const first = await seen(await client("bob"), only(version));
    const second = await seen(await client("carol"), { ...only(version), session: first.session });
    expect([first.body, second.isReused, second.body]).toEqual([
      ["bob", ["system:authenticated"]],
      false,
      ["carol", ["system:authenticated"]],
    ]);
  });

  test("the server does not accept the old session after a change of the authorities", async () => {
    const first = await seen(await client("bob"), only(version));
    const other = await issue({ name: "CN=other", isAuthority: true });
    listener.renew({ ...tls, clientCA: other.certificate });
    const second = await seen(await client("bob"), { ...only(version), session: first.session });
    expect([second.isReused, second.body]).toEqual([false, 401]);
    listener.renew(tls);
  });
});
