// The x509 library works only if this module is loaded before it.
import "reflect-metadata";
import { webcrypto } from "node:crypto";
import { once } from "node:events";
import { connect, type ConnectionOptions } from "node:tls";
import * as x509 from "@peculiar/x509";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createAuthority, issueServing, type KeyPair } from "../../apiserver/certificates/authority.js";
import { authenticate } from "../../apiserver/authentication/authenticate.js";
import { byClientCertificate } from "../../apiserver/authentication/client-certificate.js";
import { Listener } from "../../apiserver/http/listener.js";
import type { TLSMaterial } from "../../apiserver/http/tls-material.js";

const day = 24 * 60 * 60 * 1000;
const algorithm = { name: "ECDSA", namedCurve: "P-256", hash: "SHA-256" };

interface Issued extends KeyPair {
  readonly keys: webcrypto.CryptoKeyPair;
  readonly name: string | x509.JsonName;
}

interface Wanted {
  readonly name: string | x509.JsonName;
  /** Start of the certificate's validity, in days from now. */
  readonly from?: number;
  readonly to?: number;
  readonly usages?: readonly x509.ExtendedKeyUsageType[];
  readonly isAuthority?: boolean;
}

/**
 * Issues a certificate.
 * @param issuer key and certificate of the authority; absent for a self-signed certificate
 */
async function issue(
  { name, from = -1, to = 1, usages = [x509.ExtendedKeyUsage.clientAuth], isAuthority = false }: Wanted,
  issuer?: Issued,
): Promise<Issued> {
  const keys = await webcrypto.subtle.generateKey(algorithm, true, ["sign", "verify"]);
  const usage = isAuthority ? x509.KeyUsageFlags.keyCertSign : x509.KeyUsageFlags.digitalSignature;
  const certificate = await x509.X509CertificateGenerator.create({
    serialNumber: "01",
    subject: name,
    issuer: issuer?.name ?? name,
    notBefore: new Date(Date.now() + from * day),
    notAfter: new Date(Date.now() + to * day),
    publicKey: keys.publicKey,
    signingKey: (issuer?.keys ?? keys).privateKey,
    signingAlgorithm: algorithm,
    extensions: [
      new x509.BasicConstraintsExtension(isAuthority, undefined, true),
      new x509.KeyUsagesExtension(usage, true),
      ...(usages.length === 0 || isAuthority ? [] : [new x509.ExtendedKeyUsageExtension([...usages])]),
    ],
  });
  const der = Buffer.from(await webcrypto.subtle.exportKey("pkcs8", keys.privateKey));
  return {
    certificate: `${certificate.toString("pem")}\n`,
    key: x509.PemConverter.encode(der, "PRIVATE KEY"),
    keys,
    name,
  };
}

const chained = (leaf: Issued, ...authorities: readonly Issued[]): KeyPair => ({
  certificate: leaf.certificate + authorities.map(({ certificate }) => certificate).join(""),
  key: leaf.key,
});

let listener: Listener;
let tls: TLSMaterial;
let root: Issued;
let intermediate: Issued;
beforeAll(async () => {
  x509.cryptoProvider.set(webcrypto);
  root = await issue({ name: "CN=users", isAuthority: true });
  intermediate = await issue({ name: "CN=kitchen", isAuthority: true }, root);
  tls = { pair: await issueServing(await createAuthority("ca"), ["127.0.0.1"]), named: [], clientCA: root.certificate };
  listener = await Listener.listen({ tls, bindAddress: "127.0.0.1", port: 0 }, async (request) => {
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

interface Seen {
  readonly isReused: boolean;
  readonly body: unknown;
  readonly session: Buffer | undefined;
}

/**
 * Sends one request over a new connection.
 * @returns the user and the groups that the server recognises, or 401
 */
async function seen(client: KeyPair | undefined, options: ConnectionOptions = {}): Promise<Seen> {
  const socket = connect({
    port: listener.port,
    host: "127.0.0.1",
    rejectUnauthorized: false,
    cert: client?.certificate,
    key: client?.key,
    ...options,
  });
  let text = "";
  let session: Buffer | undefined;
  let isReused = false;
  socket.once("secureConnect", () => (isReused = socket.isSessionReused()));
  socket.on("session", (given: Buffer) => (session = given));
  socket.setEncoding("utf8").on("data", (chunk: string) => (text += chunk));
  socket.on("error", () => undefined).write("GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n");
  await once(socket, "close");
  const body = text.slice(text.indexOf("\r\n\r\n") + 4);
  return { isReused, body: body === "" ? undefined : (JSON.parse(body) as unknown), session };
}

const versions = ["TLSv1.2", "TLSv1.3"] as const;
const only = (version: (typeof versions)[number]) => ({ minVersion: version, maxVersion: version });
const bob = { name: "CN=bob" };
const masters = { name: "O=system:masters,CN=admin" };

describe.each(versions)("%s: client certificates", (version) => {
  test.each<[string, () => Promise<KeyPair>]>([
    ["that has expired", () => issue({ ...bob, from: -2, to: -1 }, root)],
    ["that is not valid yet", () => issue({ ...bob, from: 1, to: 2 }, root)],
    ["for servers", () => issue({ ...bob, usages: [x509.ExtendedKeyUsage.serverAuth] }, root)],
    ["for code", () => issue({ ...bob, usages: [x509.ExtendedKeyUsage.codeSigning] }, root)],
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

describe.each(versions)("%s: resumed sessions", (version) => {
  const client = async (name: string) => issue({ name: `CN=${name}` }, root);

  test("a connection keeps the identity of its first handshake", async () => {
    const first = await seen(await client("bob"), only(version));
    const second = await seen(await issue(masters, root), { ...only(version), session: first.session });
    expect(second.isReused).toBe(true);
    expect(second.body).toEqual(first.body);
  });

  test("the server does not accept a resumed session after a change of the authorities", async () => {
    const first = await seen(await client("bob"), only(version));
    const other = await issue({ name: "CN=other", isAuthority: true });
    listener.renew({ ...tls, clientCA: other.certificate });
    const second = await seen(await client("bob"), { ...only(version), session: first.session });
    expect([second.isReused, second.body]).toEqual([false, 401]);
    listener.renew(tls);
  });
});
