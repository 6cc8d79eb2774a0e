import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createAuthority, issueClient, issueServing } from "../../../../apiserver/certificates/authority.js";
import type { KeyPair } from "../../../../apiserver/certificates/key-pair.js";

/** Certificates of etcd and of its clients, and the folder with etcd's files. */
export interface EtcdCertificates {
  /** Contains `ca.crt`, `etcd.crt` and `etcd.key`. */
  readonly folder: string;
  /** Certificate of the authority. */
  readonly ca: string;
  readonly client: KeyPair;
}

/** Creates an authority, a certificate for 127.0.0.1, and a client certificate. */
export async function makeCertificates(): Promise<EtcdCertificates> {
  const authority = await createAuthority("etcd-ca");
  const serving = await issueServing(authority, ["127.0.0.1"]);
  const folder = mkdtempSync(join(tmpdir(), "etcd-tls-"));
  writeFileSync(join(folder, "ca.crt"), authority.certificate);
  writeFileSync(join(folder, "etcd.crt"), serving.certificate);
  writeFileSync(join(folder, "etcd.key"), serving.key, { mode: 0o600 });
  return { folder, ca: authority.certificate, client: await issueClient(authority, "server", []) };
}
