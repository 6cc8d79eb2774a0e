import type * as authority from "./authority.js";
import { readOrCreate } from "./key-pair-files.js";
import { isFresh, isIssuedBy, isIssuedByName, type KeyPair } from "./key-pair.js";

/**
 * Certificates of a server that runs outside of a cluster: its own authority, and the certificates
 * that the authority issued for the server and its administrator.
 */
export interface StandaloneCertificates {
  readonly authority: KeyPair;
  readonly serving: KeyPair;
  readonly administrator: KeyPair;
}

/** Common name of the authorities that this server creates for itself. */
const authorityName = "apimachinery-ca";

const isOurs = (certificate: string) => isIssuedByName(certificate, authorityName);

/**
 * Reads the certificates. Creates a certificate if it does not exist, has expired, or was issued by
 * an earlier authority of the server.
 * @param dataDir folder of the authority and of the administrator's certificate
 * @param certDir folder of the serving certificate
 */
export async function standaloneCertificates(
  dataDir: string,
  certDir: string,
  hosts: readonly string[],
): Promise<StandaloneCertificates> {
  const authority = await readOrCreate({
    folder: dataDir,
    name: "ca",
    isUsable: ({ certificate }) => isFresh(certificate),
    isOurs,
    create: async () => (await authorities()).createAuthority(authorityName),
    effect: ", and clients need its new kubeconfig",
    alternative: "Renew it",
  });
  const isUsable = ({ certificate }: KeyPair) => isFresh(certificate) && isIssuedBy(certificate, authority.certificate);
  const serving = await readOrCreate({
    folder: certDir,
    name: "apiserver",
    isUsable,
    isOurs,
    create: async () => (await authorities()).issueServing(authority, hosts),
    effect: "",
    alternative: "Name it with --tls-cert-file and --tls-private-key-file in another folder",
  });
  const administrator = await readOrCreate({
    folder: dataDir,
    name: "admin",
    isUsable,
    isOurs,
    create: async () => (await authorities()).issueClient(authority, "admin", ["system:masters"]),
    effect: "",
    alternative: "Move it to another folder",
  });
  return { authority, serving, administrator };
}

/**
 * Loads the certificate library only when a certificate must be created. Loading takes longer than
 * the rest of the server's start.
 */
function authorities(): Promise<typeof authority> {
  return import("./authority.js");
}
