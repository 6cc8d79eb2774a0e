import type { X509Certificate } from "node:crypto";

/**
 * Reports whether the key of a CA has signed a certificate. Comparing the names would prove
 * nothing, because an attacker can write any name into a certificate.
 */
export function isSignedBy(certificate: X509Certificate, authority: X509Certificate): boolean {
  // `checkIssued` also returns false for a key that OpenSSL cannot read, so `publicKey` exists.
  return certificate.checkIssued(authority) && certificate.verify(authority.publicKey);
}
