import type * as authority from "./authority.js";
import { readOrCreate } from "./key-pair-files.js";
import { isFresh, isIssuedBy, isIssuedByName, type KeyPair } from "./key-pair.js";

/**
 * What a server that stands alone trusts and shows: its own authority, and the one client that the
 * authority vouches for.
 */
export interface StandaloneCertificates {
  readonly authority: KeyPair;
  readonly serving: KeyPair;
  readonly administrator: KeyPair;
}

/** Common name of the authorities that servers make for themselves. */
const authorityName = "apimachinery-ca";

const isOurs = (certificate: string) => isIssuedByName(certificate, authorityName);

/**
 * Reads them, or makes what is missing or has run out. @param certDir for what the server shows,
 * @param dataDir for the rest
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
 * What makes certificates takes longer to load than all the rest of a server that has them already.
 */
function authorities(): Promise<typeof authority> {
  return import("./authority.js");
}
