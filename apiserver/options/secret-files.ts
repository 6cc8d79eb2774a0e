import { warnOfGivenSecret } from "../certificates/own-file.js";
import type { Log } from "../logging/log.js";
import { parseNamedPair, type SecureServingOptions } from "./secure-serving.js";
import type { ServerOptions } from "./server-options.js";

/** Options that may name files with secrets. A webhook server has only some of them. */
type Options = SecureServingOptions & Partial<ServerOptions>;

/** Logs a warning for each file with secrets in the options that other users can read or write. */
export async function warnOfOpenSecrets(options: Options, log: Pick<Log, "info">): Promise<void> {
  for (const [flag, file = ""] of secretFilesOf(options)) {
    if (file === "") continue;
    await warnOfGivenSecret(flag, file, (message) => {
      log.info(0, message);
    });
  }
}

/** Returns the files in the options that contain secrets, each with its flag. */
export function secretFilesOf(options: Options): readonly (readonly [flag: string, file: string | undefined])[] {
  const named = options.tlsSniCertKey.flatMap((value) => parseNamedPair(value) ?? []);
  return [
    ["--tls-private-key-file", options.tlsPrivateKeyFile],
    ...named.map(({ keyFile }) => ["--tls-sni-cert-key", keyFile] as const),
    ["--token-auth-file", options.tokenAuthFile],
    ["--encryption-provider-config", options.encryptionProviderConfig],
    ["--etcd-keyfile", options.etcdKeyfile],
    ["--kubeconfig", options.kubeconfig],
    ["--authentication-kubeconfig", options.authenticationKubeconfig],
    ["--authorization-kubeconfig", options.authorizationKubeconfig],
    ["--audit-webhook-config-file", options.auditWebhookConfigFile],
  ];
}
