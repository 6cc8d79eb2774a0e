import type * as authority from "./authority.js";
import { readOrCreate } from "./key-pair-files.js";
import { isFresh, isIssuedBy, type KeyPair } from "./key-pair.js";

/**
 * What a server that stands alone trusts and shows: its own authority, and the one client that the
 * authority vouches for.
 */
export interface StandaloneCertificates {
  readonly authority: KeyPair;
  readonly serving: KeyPair;
  readonly administrator: KeyPair;
}

/**
 * Reads them, or makes what is missing or has run out. @param certDir for what the server shows,
 * @param dataDir for the rest
 */
export async function standaloneCertificates(
  dataDir: string,
  certDir: string,
  hosts: readonly string[],
): Promise<StandaloneCertificates> {
  const authority = await readOrCreate(
    dataDir,
    "ca",
    ({ certificate }) => isFresh(certificate),
    async () => (await authorities()).createAuthority("apimachinery-ca"),
  );
  const isOurs = ({ certificate }: KeyPair) => isFresh(certificate) && isIssuedBy(certificate, authority.certificate);
  const serving = await readOrCreate(certDir, "apiserver", isOurs, async () =>
    (await authorities()).issueServing(authority, hosts),
  );
  const administrator = await readOrCreate(dataDir, "admin", isOurs, async () =>
    (await authorities()).issueClient(authority, "admin", ["system:masters"]),
  );
  return { authority, serving, administrator };
}

/**
 * What makes certificates takes longer to load than all the rest of a server that has them already.
 */
function authorities(): Promise<typeof authority> {
  return import("./authority.js");
}
