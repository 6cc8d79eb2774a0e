import { generateKeyPairSync } from "node:crypto";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createAuthority, issueClient, issueServing, type KeyPair } from "../../../apiserver/certificates/authority.js";

/** The certificate authorities and keys of a cluster, in memory and in a folder. */
export interface ClusterCredentials {
  readonly folder: string;
  /** Signs the certificates of users. */
  readonly clientAuthority: KeyPair;
  /** Signs the certificate with which kube-apiserver reaches aggregated servers. */
  readonly proxyAuthority: KeyPair;
  /** Signs serving certificates. */
  readonly servingAuthority: KeyPair;
}

/** Creates the credentials of a cluster, and writes the files that kube-apiserver reads. */
export async function createCredentials(folder: string): Promise<ClusterCredentials> {
  mkdirSync(folder, { recursive: true });
  const [clientAuthority, proxyAuthority, servingAuthority] = await Promise.all([
    createAuthority("cluster-clients"),
    createAuthority("cluster-front-proxy"),
    createAuthority("cluster-serving"),
  ]);
  const credentials = { folder, clientAuthority, proxyAuthority, servingAuthority };
  write(folder, "client-ca.crt", clientAuthority.certificate);
  writeProxyAuthorities(folder, proxyAuthority);
  writeProxyClient(folder, await issueClient(proxyAuthority, "front-proxy-client", []));
  const serving = await issueServing(servingAuthority, [
    "localhost",
    "127.0.0.1",
    "10.96.0.1",
    "kubernetes.default.svc",
  ]);
  write(folder, "serving.crt", serving.certificate);
  write(folder, "serving.key", serving.key);
  const { privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  write(folder, "service-accounts.key", privateKey.export({ type: "sec1", format: "pem" }));
  return credentials;
}

/** Writes the authorities that sign certificates of front proxies. */
export function writeProxyAuthorities(folder: string, ...authorities: readonly KeyPair[]): void {
  write(folder, "front-proxy-ca.crt", authorities.map(({ certificate }) => certificate).join("\n"));
}

/** Writes the certificate with which kube-apiserver reaches aggregated servers. */
export function writeProxyClient(folder: string, { certificate, key }: KeyPair): void {
  write(folder, "front-proxy.key", key);
  write(folder, "front-proxy.crt", certificate);
}

function write(folder: string, name: string, text: string | Buffer): void {
  writeFileSync(join(folder, name), text, { mode: 0o600 });
}
