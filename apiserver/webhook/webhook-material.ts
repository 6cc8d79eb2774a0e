import { ownCertificates } from "../certificates/standalone.js";
import { waitForAll, readAuthorities, readNamedPair, readServingPair } from "../certificates/serving-files.js";
import { watchFiles } from "../certificates/file-watch.js";
import type { TLSMaterial } from "../http/tls-material.js";
import type { Log } from "../logging/log.js";
import { folderProblem } from "../options/folder-problem.js";
import { clientHost, parseNamedPair } from "../options/secure-serving.js";
import type { WebhookOptions } from "./webhook-options.js";

/**
 * Reads the certificates of a webhook server, or creates one in --cert-dir if none is given.
 * @throws Error for a file that cannot be used, or a folder that cannot be written
 */
export async function webhookMaterial(options: WebhookOptions): Promise<TLSMaterial> {
  const { tlsCertFile: certFile, tlsPrivateKeyFile: keyFile, clientCaFile } = options;
  const flags = "--tls-cert-file, --tls-private-key-file";
  const pair = certFile === "" ? ownPair(options) : readServingPair({ certFile, keyFile, flags });
  const clientCA = clientCaFile === "" ? Promise.resolve("") : readAuthorities("--client-ca-file", clientCaFile);
  const named = pairsOf(options).map((entry) => readNamedPair({ ...entry, flags: "--tls-sni-cert-key" }));
  const [own, authorities, others] = await waitForAll([pair, clientCA, waitForAll(named)]);
  return { pair: own, clientCA: authorities, frontProxyCA: "", named: others };
}

async function ownPair({ certDir, bindAddress }: WebhookOptions): Promise<TLSMaterial["pair"]> {
  const hosts = [...new Set(["localhost", "127.0.0.1", clientHost(bindAddress)])];
  try {
    return (await ownCertificates(certDir, certDir, hosts)).serving;
  } catch (error) {
    throw await folderProblem("--cert-dir", certDir, error);
  }
}

function pairsOf({ tlsSniCertKey }: WebhookOptions) {
  return tlsSniCertKey.flatMap((value) => parseNamedPair(value) ?? []);
}

/**
 * Calls `renew` with the certificates after their files have changed. If the files cannot be used,
 * the old certificates stay in use. Returns a function that stops watching the files.
 */
export function followMaterial(options: WebhookOptions, log: Log, renew: (tls: TLSMaterial) => void): () => void {
  const { tlsCertFile, tlsPrivateKeyFile, clientCaFile } = options;
  const named = pairsOf(options).flatMap(({ certFile, keyFile }) => [certFile, keyFile]);
  const files = [tlsCertFile, tlsPrivateKeyFile, clientCaFile, ...named].filter((file) => file !== "");
  if (files.length === 0) return () => undefined;
  const reload = async (): Promise<void> => {
    try {
      renew(await webhookMaterial(options));
      log.info(0, "Certificates reloaded", { files });
    } catch (error) {
      log.error("certificates could not be reloaded; the previous certificates stay in use", error);
    }
  };
  return watchFiles(files, () => void reload());
}
