import { X509Certificate } from "node:crypto";
import { isIP } from "node:net";
import type * as authorities from "./authority.js";
import { readOrCreate } from "./key-pair-files.js";
import { isFresh, isIssuedBy, isIssuedByName, type KeyPair } from "./key-pair.js";

/** Common name of the authority of deployed servers. */
const authorityName = "apimachinery-serving-ca";

/**
 * The serving certificate of a server, and the authority with which clients of the cluster verify
 * it.
 */
export interface DeployedCertificates {
  readonly authority: KeyPair;
  readonly serving: KeyPair;
}

const day = 24 * 60 * 60 * 1000;

/**
 * Reads the files `ca` and `tls` (`.crt`, `.key`) in a folder, or creates them. Replaces a serving
 * certificate that the current authority has not issued, that does not contain all hosts, or whose
 * validity ends in less than 30 days. The authority stays the same in the last two cases, so
 * clients can continue to trust it.
 * @param hosts DNS names and addresses by which clients reach the server
 */
export async function deployedCertificates(folder: string, hosts: readonly string[]): Promise<DeployedCertificates> {
  const isOurs = (certificate: string) => isIssuedByName(certificate, authorityName);
  const authority = await readOrCreate({
    folder,
    name: "ca",
    isUsable: ({ certificate }) => isFresh(certificate) && isOurs(certificate),
    isOurs,
    create: async () => (await library()).createAuthority(authorityName),
    effect: ", and clients need the new authority",
    alternative: "Choose another folder",
  });
  const serving = await readOrCreate({
    folder,
    name: "tls",
    isUsable: ({ certificate }) =>
      isIssuedBy(certificate, authority.certificate) && isLasting(certificate) && covers(certificate, hosts),
    isOurs,
    create: async () => (await library()).issueServing(authority, hosts),
    effect: "",
    alternative: "Choose another folder",
  });
  return { authority, serving };
}

function isLasting(certificate: string): boolean {
  return Date.parse(new X509Certificate(certificate).validTo) > Date.now() + 30 * day;
}

function covers(certificate: string, hosts: readonly string[]): boolean {
  const parsed = new X509Certificate(certificate);
  return hosts.every((host) => (isIP(host) === 0 ? parsed.checkHost(host) : parsed.checkIP(host)) !== undefined);
}

/** Loads the certificate library only when a certificate must be created. */
function library(): Promise<typeof authorities> {
  return import("./authority.js");
}
