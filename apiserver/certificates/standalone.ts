import { createAuthority, isFresh, isIssuedBy, issueClient, issueServing } from "./authority.js";
import type { KeyPair } from "./authority.js";
import { readOrCreate } from "./key-pair-files.js";

/** What a server that stands alone trusts and shows: its own authority, and the one client that the authority vouches for. */
export interface StandaloneCertificates {
  readonly authority: KeyPair;
  readonly serving: KeyPair;
  readonly administrator: KeyPair;
}

/** Reads them, or makes what is missing or has run out. @param certDir for what the server shows, @param dataDir for the rest */
export async function standaloneCertificates(dataDir: string, certDir: string, hosts: readonly string[]): Promise<StandaloneCertificates> {
  const authority = await readOrCreate(dataDir, "ca", ({ certificate }) => isFresh(certificate), () => createAuthority("apimachinery-ca"));
  const isOurs = ({ certificate }: KeyPair) => isFresh(certificate) && isIssuedBy(certificate, authority.certificate);
  const serving = await readOrCreate(certDir, "apiserver", isOurs, () => issueServing(authority, hosts));
  const administrator = await readOrCreate(dataDir, "admin", isOurs, () => issueClient(authority, "admin", ["system:masters"]));
  return { authority, serving, administrator };
}
