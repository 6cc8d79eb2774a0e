import { createPrivateKey, createPublicKey, X509Certificate, type KeyObject } from "node:crypto";

const block = /-----BEGIN ([^-]+)-----[^-]*-----END \1-----/g;
const keyTypes = ["rsa", "ec", "ed25519"];

/**
 * Checks that a certificate and a private key belong together.
 * @param certificate certificates in PEM. The first one must belong to the key
 * @param key private key in PEM
 * @returns the message of Go's tls.X509KeyPair; undefined if the certificate and the key belong
 * together
 */
export function keyPairProblem(certificate: string, key: string): string | undefined {
  const certificates = blocksOf(certificate);
  const leaf = certificates.find(({ type }) => type === "CERTIFICATE");
  if (leaf === undefined) return `tls: failed to find ${whatIsMissing(certificates)}`;
  const keys = blocksOf(key);
  const own = keys.find(({ type }) => isKey(type));
  if (own === undefined) return `tls: ${whyNoKey(keys)}`;
  const publicKey = parsed(() => new X509Certificate(leaf.text).publicKey);
  if (publicKey === undefined) return "x509: malformed certificate";
  const privateKey = parsed(() => createPrivateKey(own.text));
  if (privateKey === undefined) return "tls: failed to parse private key";
  return mismatch(publicKey, privateKey);
}

interface Block {
  readonly type: string;
  readonly text: string;
}

function blocksOf(pem: string): readonly Block[] {
  return [...pem.matchAll(block)].map(([text, type = ""]) => ({ type, text }));
}

function isKey(type: string): boolean {
  return type === "PRIVATE KEY" || type.endsWith(" PRIVATE KEY");
}

function whatIsMissing(found: readonly Block[]): string {
  const [first] = found;
  if (first === undefined) return "any PEM data in certificate input";
  if (found.length === 1 && isKey(first.type))
    return "certificate PEM data in certificate input, but did find a private key; PEM inputs may have been switched";
  return `"CERTIFICATE" PEM block in certificate input after skipping PEM blocks of the following types: ${listed(found)}`;
}

function whyNoKey(found: readonly Block[]): string {
  const [first] = found;
  if (first === undefined) return "failed to find any PEM data in key input";
  if (found.length === 1 && first.type === "CERTIFICATE")
    return "found a certificate rather than a key in the PEM for the private key";
  return `failed to find PEM block with type ending in "PRIVATE KEY" in key input after skipping PEM blocks of the following types: ${listed(found)}`;
}

function mismatch(publicKey: KeyObject, privateKey: KeyObject): string | undefined {
  const { asymmetricKeyType: type = "" } = publicKey;
  if (!keyTypes.includes(type)) return "tls: unknown public key algorithm";
  if (privateKey.asymmetricKeyType !== type) return "tls: private key type does not match public key type";
  return createPublicKey(privateKey).equals(publicKey) ? undefined : "tls: private key does not match public key";
}

function listed(found: readonly Block[]): string {
  return `[${found.map(({ type }) => type).join(" ")}]`;
}

function parsed<T>(parse: () => T): T | undefined {
  try {
    return parse();
  } catch {
    return undefined;
  }
}
