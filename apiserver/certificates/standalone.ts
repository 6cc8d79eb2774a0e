import type * as authority from "./authority.js";
import { readOrCreate } from "./key-pair-files.js";
import { isFresh, isIssuedBy, isIssuedByName, type KeyPair } from "./key-pair.js";

/**
 * Certificates of a server that does not run in a cluster: its own authority, and the serving and
 * administrator certificates that the authority has issued.
 */
export interface StandaloneCertificates {
  readonly authority: KeyPair;
  readonly serving: KeyPair;
  readonly administrator: KeyPair;
}

/** Common name of the authorities that servers create for themselves. */
const authorityName = "apimachinery-ca";

const isOurs = (certificate: string) => isIssuedByName(certificate, authorityName);

/**
 * Reads the certificates. Creates those that do not exist, have expired, or belong to an earlier
 * authority of the server.
 * @param dataDir folder of the authority and the administrator's certificate
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
 * Loads the library for creating certificates only when it is needed: that takes longer than the
 * rest of a server's start.
 */
function authorities(): Promise<typeof authority> {
  return import("./authority.js");
}
