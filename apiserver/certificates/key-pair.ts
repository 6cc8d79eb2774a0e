import { X509Certificate, createPrivateKey } from "node:crypto";
import { isSignedBy } from "../util/signed-by.js";

/** A certificate and its private key, both as PEM. */
export interface KeyPair {
  readonly certificate: string;
  readonly key: string;
}

const day = 24 * 60 * 60 * 1000;

/**
 * Reports whether a certificate is valid for at least one more day.
 * @throws Error for a string that is not a certificate
 */
export function isFresh(certificate: string): boolean {
  return Date.parse(new X509Certificate(certificate).validTo) > Date.now() + day;
}

/**
 * Reports whether the key belongs to the certificate.
 * @throws Error for a string that is not a key
 */
export function isPairOf({ certificate, key }: KeyPair): boolean {
  return new X509Certificate(certificate).checkPrivateKey(createPrivateKey(key));
}

/**
 * Reports whether the current key of a CA has signed the certificate.
 * @throws Error for a string that is not a certificate
 */
export function isIssuedBy(certificate: string, authority: string): boolean {
  return isSignedBy(new X509Certificate(certificate), new X509Certificate(authority));
}

/**
 * Reports whether the name of a certificate's issuer consists of this common name only.
 * @throws Error for a string that is not a certificate
 */
export function isIssuedByName(certificate: string, commonName: string): boolean {
  return new X509Certificate(certificate).issuer === `CN=${commonName}`;
}

/**
 * Returns a private key in the PEM form of its algorithm: SEC 1 (`EC PRIVATE KEY`) or PKCS #1 (`RSA
 * PRIVATE KEY`). Some clients read every PKCS #8 key (`PRIVATE KEY`) as an RSA key. Other
 * algorithms have no such form; their keys stay as they are.
 * @throws Error for a string that is not a key
 */
export function keyInOwnForm(pem: string): string {
  const key = createPrivateKey(pem);
  if (key.asymmetricKeyType === "ec") return key.export({ type: "sec1", format: "pem" }).toString();
  if (key.asymmetricKeyType === "rsa") return key.export({ type: "pkcs1", format: "pem" }).toString();
  return pem;
}
