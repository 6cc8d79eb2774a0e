import type * as authority from "./authority.js";
import { readOrCreate, readUsable, type PairOnDisk } from "./key-pair-files.js";
import { isFresh, isIssuedBy, isIssuedByName, type KeyPair } from "./key-pair.js";

/** A server's own CA, and the certificate that the CA issued for the server. */
export interface OwnCertificates {
  readonly authority: KeyPair;
  readonly serving: KeyPair;
}

/**
 * Certificates of a server that runs outside of a cluster: its CA, its serving certificate, and the
 * certificate of its administrator.
 */
export interface StandaloneCertificates extends OwnCertificates {
  readonly administrator: KeyPair;
}

/** Common name of the CAs that this server creates for itself. */
const authorityName = "apimachinery-ca";

/**
 * Reads the certificates. Creates a certificate if it does not exist, expires within a day, or was
 * issued by an earlier CA of the server.
 * @param dataDir folder of the CA and of the administrator's certificate
 * @param certDir folder of the serving certificate
 */
export async function standaloneCertificates(
  dataDir: string,
  certDir: string,
  hosts: readonly string[],
): Promise<StandaloneCertificates> {
  const own = await ownCertificates(dataDir, certDir, hosts);
  const administrator = await readOrCreate({
    folder: dataDir,
    name: "admin",
    isUsable: isIssuedUsable(own.authority),
    isOurs,
    create: async () => (await authorities()).issueClient(own.authority, "admin", ["system:masters"]),
    effect: "",
    alternative: "Move it to another folder",
  });
  return { ...own, administrator };
}

/**
 * Reads or creates the CA and the serving certificate of a server, as `standaloneCertificates`
 * does.
 * @param authorityFolder folder of the CA
 */
export async function ownCertificates(
  authorityFolder: string,
  certDir: string,
  hosts: readonly string[],
): Promise<OwnCertificates> {
  const authority = await readOrCreate(authorityIn(authorityFolder));
  const serving = await readOrCreate({
    folder: certDir,
    name: "apiserver",
    isUsable: isIssuedUsable(authority),
    isOurs,
    create: async () => (await authorities()).issueServing(authority, hosts),
    effect: "",
    alternative: "Name it with --tls-cert-file and --tls-private-key-file in another folder",
  });
  return { authority, serving };
}

function isIssuedUsable(authority: KeyPair): (pair: KeyPair) => boolean {
  return ({ certificate }) => isFresh(certificate) && isIssuedBy(certificate, authority.certificate);
}

function authorityIn(folder: string): PairOnDisk {
  return {
    folder,
    name: "ca",
    isUsable: ({ certificate }) => isFresh(certificate),
    isOurs,
    create: async () => (await authorities()).createAuthority(authorityName),
    effect: ", and clients need its new kubeconfig",
    alternative: "Renew it",
  };
}

/**
 * Returns the CA of a server; undefined if the server has not created it yet, or will replace it
 * because it expires within a day.
 * @throws Error that names the file and the remedy, if a file is damaged or must not be used
 */
export function readAuthority(dataDir: string): Promise<KeyPair | undefined> {
  return readUsable(authorityIn(dataDir));
}

/** Issues a client certificate for a user, with the user's groups as organizations. */
export async function newClientCertificate(
  authority: KeyPair,
  user: string,
  groups: readonly string[],
): Promise<KeyPair> {
  return (await authorities()).issueClient(authority, user, groups);
}

/** Reports whether the issuer of a certificate has the name of the server's own CAs. */
export function isOurs(certificate: string): boolean {
  return isIssuedByName(certificate, authorityName);
}

/**
 * Loads the certificate library only when a certificate must be created. Loading takes longer than
 * the rest of the server's start.
 */
function authorities(): Promise<typeof authority> {
  return import("./authority.js");
}
