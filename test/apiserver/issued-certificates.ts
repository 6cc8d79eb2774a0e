// The x509 library works only if this module is loaded before it.
import "reflect-metadata";
import { webcrypto } from "node:crypto";
import * as x509 from "@peculiar/x509";
import type { KeyPair } from "../../apiserver/certificates/authority.js";

export { ExtendedKeyUsage } from "@peculiar/x509";

const day = 24 * 60 * 60 * 1000;
const algorithm = { name: "ECDSA", namedCurve: "P-256", hash: "SHA-256" };
x509.cryptoProvider.set(webcrypto);

/** A certificate with everything that is needed to issue others with it. */
export interface Issued extends KeyPair {
  readonly keys: webcrypto.CryptoKeyPair;
  readonly name: string | x509.JsonName;
  /** Key identifier, in hexadecimal. */
  readonly keyID: string;
}

export interface Wanted {
  readonly name: string | x509.JsonName;
  /** Start of the certificate's validity, in days from now. */
  readonly from?: number;
  readonly to?: number;
  readonly usages?: readonly x509.ExtendedKeyUsageType[];
  readonly isAuthority?: boolean;
  /** Key identifier; default: that of the new key. */
  readonly keyID?: string;
  /** Keys of the certificate; default: new ones. */
  readonly keys?: webcrypto.CryptoKeyPair;
}

type Issuer = Pick<Issued, "name" | "keyID"> & { readonly keys: Pick<webcrypto.CryptoKeyPair, "privateKey"> };

/**
 * Issues a certificate.
 * @param issuer key and certificate of the authority; absent for a self-signed certificate
 */
export async function issue(wanted: Wanted, issuer?: Issuer): Promise<Issued> {
  const { name, from = -1, to = 1, usages = [x509.ExtendedKeyUsage.clientAuth], isAuthority = false } = wanted;
  const keys = wanted.keys ?? (await newKeys());
  const own = await x509.SubjectKeyIdentifierExtension.create(keys.publicKey);
  const keyID = wanted.keyID ?? own.keyId;
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
      new x509.SubjectKeyIdentifierExtension(keyID),
      new x509.AuthorityKeyIdentifierExtension(issuer?.keyID ?? keyID),
      ...(usages.length === 0 || isAuthority ? [] : [new x509.ExtendedKeyUsageExtension([...usages])]),
    ],
  });
  const der = Buffer.from(await webcrypto.subtle.exportKey("pkcs8", keys.privateKey));
  return {
    certificate: `${certificate.toString("pem")}\n`,
    key: x509.PemConverter.encode(der, "PRIVATE KEY"),
    keys,
    name,
    keyID,
  };
}

/**
 * Returns a certificate that has the name and the key identifier of one authority, and claims that
 * another authority has issued it. The keys of neither have signed it.
 */
export async function forge(subject: Issued, issuer: Issued): Promise<Issued> {
  const { name, keyID } = subject;
  return issue({ name, keyID, isAuthority: true }, { ...issuer, keys: await newKeys() });
}

/** Returns a certificate with the authorities that the client sends with it. */
export const chained = (leaf: Issued, ...authorities: readonly Issued[]): KeyPair => ({
  certificate: leaf.certificate + authorities.map(({ certificate }) => certificate).join(""),
  key: leaf.key,
});

function newKeys(): Promise<webcrypto.CryptoKeyPair> {
  return webcrypto.subtle.generateKey(algorithm, true, ["sign", "verify"]);
}
