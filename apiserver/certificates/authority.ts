import { createPrivateKey, randomBytes, webcrypto } from "node:crypto";
import type * as X509 from "@peculiar/x509";
import type { KeyPair } from "./key-pair.js";
import { createRequire } from "node:module";

/**
 * Loads the certificate library. `require` is used because `import` takes a third longer: for an
 * `import`, Node first searches CommonJS modules for their exports.
 */
function loadX509(): typeof X509 {
  const require = createRequire(import.meta.url);
  // The package reflect-metadata defines the global function Reflect.getMetadata, which the
  // certificate library uses.
  require("reflect-metadata");
  return require("@peculiar/x509") as typeof X509;
}

export type { KeyPair } from "./key-pair.js";

const algorithm = { name: "ECDSA", namedCurve: "P-256", hash: "SHA-256" };
const day = 24 * 60 * 60 * 1000;
/**
 * Time between the beginning of a certificate's validity and its creation, in milliseconds. The
 * validity begins earlier, because the clocks of machines differ.
 */
const backdate = 60 * 60 * 1000;

const x509 = loadX509();
x509.cryptoProvider.set(webcrypto);

/**
 * Creates a certificate authority. It signs the serving certificate and the certificates of
 * clients.
 */
export async function createAuthority(name: string): Promise<KeyPair> {
  const keys = await newKeys();
  const certificate = await x509.X509CertificateGenerator.createSelfSigned({
    ...validity(3650),
    name: nameOf(name),
    keys,
    signingAlgorithm: algorithm,
    extensions: [
      new x509.BasicConstraintsExtension(true, undefined, true),
      new x509.KeyUsagesExtension(x509.KeyUsageFlags.keyCertSign | x509.KeyUsageFlags.digitalSignature, true),
      await x509.SubjectKeyIdentifierExtension.create(keys.publicKey),
    ],
  });
  return pairOf(certificate, keys);
}

/**
 * Issues a certificate for a server.
 * @param hosts DNS names and addresses by which clients reach the server
 */
export function issueServing(authority: KeyPair, hosts: readonly string[]): Promise<KeyPair> {
  const names = hosts.map((host): X509.JsonGeneralName => ({
    type: /^[\d.]+$|:/.test(host) ? "ip" : "dns",
    value: host,
  }));
  return issue(authority, nameOf(hosts[0] ?? "localhost"), x509.ExtendedKeyUsage.serverAuth, [
    new x509.SubjectAlternativeNameExtension(names),
  ]);
}

/**
 * Issues a client certificate.
 * @param groups groups of the user. The certificate contains them as organizations, from which
 * Kubernetes reads the groups.
 */
export function issueClient(authority: KeyPair, user: string, groups: readonly string[]): Promise<KeyPair> {
  return issue(authority, subjectOf(user, groups), x509.ExtendedKeyUsage.clientAuth, []);
}

async function issue(
  authority: KeyPair,
  subject: X509.JsonName | X509.Name,
  usage: X509.ExtendedKeyUsage,
  extensions: readonly X509.Extension[],
): Promise<KeyPair> {
  const issuer = new x509.X509Certificate(authority.certificate);
  const keys = await newKeys();
  const certificate = await x509.X509CertificateGenerator.create({
    ...validity(365),
    subject,
    issuer: issuer.subject,
    publicKey: keys.publicKey,
    signingKey: await importKey(authority.key),
    signingAlgorithm: algorithm,
    extensions: [
      new x509.BasicConstraintsExtension(false, undefined, true),
      new x509.KeyUsagesExtension(x509.KeyUsageFlags.digitalSignature | x509.KeyUsageFlags.keyEncipherment, true),
      new x509.ExtendedKeyUsageExtension([usage]),
      await x509.AuthorityKeyIdentifierExtension.create(issuer),
      ...extensions,
    ],
  });
  return pairOf(certificate, keys);
}

function validity(days: number): { readonly serialNumber: string; readonly notBefore: Date; readonly notAfter: Date } {
  // Clears the first bit, because serial numbers are positive (RFC 5280, section 4.1.2.2).
  const serial = randomBytes(16);
  serial[0] = ((serial[0] ?? 0) & 0x7f) | 0x40;
  return {
    serialNumber: serial.toString("hex"),
    notBefore: new Date(Date.now() - backdate),
    notAfter: new Date(Date.now() + days * day),
  };
}

function nameOf(commonName: string): X509.JsonName {
  return [{ CN: [commonName] }];
}

/**
 * Returns the subject of a client. The library would change untyped strings that contain quotes or
 * begin with `#`, so each string is passed with its ASN.1 type.
 */
function subjectOf(user: string, groups: readonly string[]): X509.Name {
  return new x509.Name([...groups.map((group) => ({ O: [{ utf8String: group }] })), { CN: [{ utf8String: user }] }]);
}

function newKeys(): Promise<webcrypto.CryptoKeyPair> {
  return webcrypto.subtle.generateKey(algorithm, true, ["sign", "verify"]);
}

function importKey(pem: string): Promise<webcrypto.CryptoKey> {
  const der = createPrivateKey(pem).export({ type: "pkcs8", format: "der" });
  return webcrypto.subtle.importKey("pkcs8", der, algorithm, false, ["sign"]);
}

async function pairOf(certificate: X509.X509Certificate, { privateKey }: webcrypto.CryptoKeyPair): Promise<KeyPair> {
  const der = Buffer.from(await webcrypto.subtle.exportKey("pkcs8", privateKey));
  return { certificate: `${certificate.toString("pem")}\n`, key: x509.PemConverter.encode(der, "PRIVATE KEY") + "\n" };
}
