import { X509Certificate } from "node:crypto";
import { once } from "node:events";
import { connect } from "node:tls";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { createAuthority, issueServing, type KeyPair } from "../../apiserver/certificates/authority.js";
import { authenticate } from "../../apiserver/filters/authentication.js";
import type { Authenticator } from "../../apiserver/authentication/authenticator.js";
import { byClientCertificate } from "../../apiserver/authentication/client-certificate.js";
import { byRequestHeaders } from "../../apiserver/authentication/request-headers.js";
import { TLSListener } from "../../apiserver/http/listener.js";
import type { TLSMaterial } from "../../apiserver/http/tls-material.js";
import { isSignedBy } from "../../apiserver/util/signed-by.js";
import { chained, forge, issue, type Issued } from "./issued-certificates.js";
import { ended, get } from "./listening.js";
import { only, seenIdentity, tlsVersions } from "./seen-identity.js";

let listener: TLSListener;
let material: Pick<TLSMaterial, "pair" | "named">;
let users: Issued;
let proxies: Issued;
/** Common names of front proxies; if empty, every name is allowed. */
let allowedNames: readonly string[] = [];

beforeAll(async () => {
  users = await issue({ name: "CN=users", isAuthority: true });
  proxies = await issue({ name: "CN=proxies", isAuthority: true });
  material = { pair: await issueServing(await createAuthority("ca"), ["127.0.0.1"]), named: [] };
  const authenticators: Authenticator[] = [
    byRequestHeaders(() => ({
      usernameHeaders: ["x-remote-user"],
      uidHeaders: [],
      groupHeaders: ["x-remote-group"],
      extraHeadersPrefixes: [],
      allowedNames,
    })),
    byClientCertificate,
    // A custom authenticator that compares only names.
    ({ peer: { certificate } }) => (certificate?.commonName === "gateway" ? gateway : undefined),
  ];
  const gateway = { name: "gateway", groups: [], extra: {} };
  const options = { tls: twoPools(), bindAddress: "127.0.0.1", port: 0 };
  listener = await TLSListener.listen(options, async (request) => {
    try {
      const { name, groups } = await authenticate(authenticators, request);
      return { status: 200, headers: {}, body: JSON.stringify([name, ...groups]) };
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
beforeEach(() => {
  allowedNames = [];
  listener.renew(twoPools());
});

const twoPools = (): TLSMaterial => ({
  ...material,
  clientCA: users.certificate,
  frontProxyCA: proxies.certificate,
});

/** Headers with which a front proxy names a user. */
const asAdmin = ["X-Remote-User: admin", "X-Remote-Group: system:masters"];
const admin = ["admin", "system:masters", "system:authenticated"];

/**
 * Returns a certificate of an authority below another one, and the certificate of that authority.
 */
async function below(root: Issued, name: string): Promise<KeyPair> {
  const intermediate = await issue({ name: `CN=below ${name}`, isAuthority: true }, root);
  return chained(await issue({ name: `CN=${name}` }, intermediate), intermediate);
}

describe.each(tlsVersions)("%s: a chain of certificates", (version) => {
  /**
   * Returns the identities that the server recognises on a new connection, and on one that tries to
   * resume its TLS session.
   */
  async function identities(client: KeyPair, headers: readonly string[] = asAdmin): Promise<readonly unknown[]> {
    const first = await seenIdentity(listener.port, client, only(version), headers);
    const { session } = first;
    const second = await seenIdentity(
      listener.port,
      client,
      { ...only(version), ...(session && { session }) },
      headers,
    );
    expect([session === undefined, second.isReused]).toEqual([false, false]);
    return [first.body, second.body];
  }
  const twice = (body: unknown) => [body, body];

  test("a user stays the user, also with a forged authority of front proxies", async () => {
    const bob = await issue({ name: "CN=bob" }, users);
    expect(await identities(bob)).toEqual(twice(["bob", "system:authenticated"]));
    const client = chained(bob, await forge(users, proxies));
    expect(await identities(client)).toEqual(twice(["bob", "system:authenticated"]));
  });

  test("a user with the name of a front proxy stays the user, also with a forged authority", async () => {
    allowedNames = ["proxy"];
    const proxy = await issue({ name: "CN=proxy" }, users);
    expect(await identities(proxy)).toEqual(twice(["proxy", "system:authenticated"]));
    const client = chained(proxy, await forge(users, proxies));
    expect(await identities(client)).toEqual(twice(["proxy", "system:authenticated"]));
  });

  test("a front proxy is not a user, also with a forged authority of users", async () => {
    allowedNames = ["proxy"];
    const other = await issue({ name: "O=system:masters,CN=other" }, proxies);
    expect(await identities(other, [])).toEqual(twice(401));
    expect(await identities(chained(other, await forge(proxies, users)), [])).toEqual(twice(401));
  });

  test("custom authenticators do not see the names of a certificate that no trusted authority has signed", async () => {
    expect(await identities(await issue({ name: "CN=gateway" }))).toEqual(twice(401));
    expect(await identities(await issue({ name: "CN=gateway" }, proxies), [])).toEqual(
      twice(["gateway", "system:authenticated"]),
    );
  });

  test("a chain that copies the key of an authority proves nothing", async () => {
    const { name, keyID, keys } = users;
    const stranger = await issue({ name: proxies.name, keyID: proxies.keyID, isAuthority: true });
    const copy = await issue({ name, keyID, keys, isAuthority: true }, stranger);
    const client = chained(await issue({ name: "CN=bob" }, users), copy);
    expect(await identities(client)).toEqual(twice(["bob", "system:authenticated"]));
  });

  test("a client certificate is not an authority, although its key has signed the next one", async () => {
    const leaf = await issue({ name: "CN=eve" }, proxies);
    const { name, keyID, keys } = users;
    const signed = await issue({ name, keyID, keys, isAuthority: true }, leaf);
    const client = chained(await issue({ name: "CN=bob" }, users), signed, leaf);
    expect(await identities(client)).toEqual(twice(["bob", "system:authenticated"]));
  });

  test("the certificate of a front proxy authenticates the user in the headers", async () => {
    allowedNames = ["proxy"];
    expect(await identities(await issue({ name: "CN=proxy" }, proxies))).toEqual(twice(admin));
  });

  test("authorities below trusted ones keep their purpose", async () => {
    expect(await identities(await below(users, "bob"))).toEqual(twice(["bob", "system:authenticated"]));
    expect(await identities(await below(proxies, "proxy"))).toEqual(twice(admin));
  });

  test("with authorities of users only, a user of an authority below stays the user", async () => {
    listener.renew({ ...material, clientCA: users.certificate });
    expect(await identities(await below(users, "bob"), [])).toEqual(twice(["bob", "system:authenticated"]));
  });

  test("an authority that is replaced by a new one ends connections, also with forged certificates", async () => {
    const [old, next] = [users, await issue({ name: "CN=next", isAuthority: true })];
    const bob = await issue({ name: "CN=bob" }, old);
    for (const client of [bob, chained(bob, await forge(old, next), next)]) {
      listener.renew({ ...material, clientCA: old.certificate });
      const socket = connect({
        port: listener.port,
        host: "127.0.0.1",
        rejectUnauthorized: false,
        cert: client.certificate,
        key: client.key,
        ...only(version),
      }).on("error", () => undefined);
      socket.write(get("/"));
      expect(String(await once(socket, "data"))).toContain("200 OK");
      listener.renew({ ...material, clientCA: next.certificate });
      socket.write(get("/"));
      let text = "";
      socket.on("data", (chunk) => (text += String(chunk)));
      await Promise.race([ended(socket), once(socket, "data")]);
      expect(text).not.toContain("200 OK");
    }
  });

  test("an authority that is renewed with the same key keeps connections of its clients", async () => {
    listener.renew({ ...material, clientCA: users.certificate });
    const bob = await below(users, "bob");
    const socket = connect({
      port: listener.port,
      host: "127.0.0.1",
      rejectUnauthorized: false,
      cert: bob.certificate,
      key: bob.key,
      ...only(version),
    });
    socket.write(get("/"));
    await once(socket, "data");
    const renewed = await issue({ ...users, to: 30, isAuthority: true });
    listener.renew({ ...material, clientCA: renewed.certificate });
    socket.write(get("/"));
    expect(String(await once(socket, "data"))).toContain("200 OK");
    socket.destroy();
  });
});

test("an authority whose key has an unknown algorithm has signed nothing, and causes no error", async () => {
  const bob = new X509Certificate((await issue({ name: "CN=bob" }, users)).certificate);
  const der = new X509Certificate(users.certificate).raw;
  // Changes the last byte of the algorithm (id-ecPublicKey, RFC 5480) in the key.
  der[der.indexOf(Buffer.from("2a8648ce3d0201", "hex")) + 6] = 0x7f;
  const unknown = new X509Certificate(der);
  expect(() => unknown.publicKey).toThrow();
  expect(isSignedBy(bob, unknown)).toBe(false);
});
