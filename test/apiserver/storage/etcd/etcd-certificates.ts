import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createAuthority, issueClient, issueServing } from "../../../../apiserver/certificates/authority.js";
import type { KeyPair } from "../../../../apiserver/certificates/key-pair.js";

/** Certificates of etcd and of its clients, and the folder with their files. */
export interface EtcdCertificates {
  /** Contains `ca.crt`, `etcd.crt`, `etcd.key`, `client.crt` and `client.key`. */
  readonly folder: string;
  /** Certificate of the authority. */
  readonly ca: string;
  readonly authority: KeyPair;
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
  const client = await issueClient(authority, "server", []);
  writeFileSync(join(folder, "client.crt"), client.certificate);
  writeFileSync(join(folder, "client.key"), client.key, { mode: 0o600 });
  return { folder, ca: authority.certificate, authority, client };
}

/**
 * Returns the flags with which etcd requires client certificates.
 * @param address IP address and port of etcd; port 0 for a free one
 */
export function tlsFlags({ folder }: EtcdCertificates, address = "127.0.0.1:0"): readonly string[] {
  return [
    `--listen-client-urls=https://${address}`,
    `--advertise-client-urls=https://${address}`,
    `--cert-file=${join(folder, "etcd.crt")}`,
    `--key-file=${join(folder, "etcd.key")}`,
    `--trusted-ca-file=${join(folder, "ca.crt")}`,
    "--client-cert-auth",
    "--enable-grpc-gateway=false",
  ];
}
