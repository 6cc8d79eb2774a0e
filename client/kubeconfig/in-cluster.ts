import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { ResolvedContext } from "./client-config.js";

/** Folder in which a pod has the files of its service account. */
const accountFolder = "/var/run/secrets/kubernetes.io/serviceaccount";

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Reports whether this process runs in a pod with the token of a service account. A pod with
 * `automountServiceAccountToken: false` does not have a token.
 */
export function isInCluster(environment: Environment = process.env, folder = accountFolder): boolean {
  const { host, port } = addressOf(environment);
  return host !== "" && port !== "" && existsSync(join(folder, "token"));
}

function addressOf(environment: Environment): { readonly host: string; readonly port: string } {
  return {
    host: environment["KUBERNETES_SERVICE_HOST"] ?? "",
    port: environment["KUBERNETES_SERVICE_PORT"] ?? "",
  };
}

/**
 * Returns the configuration for the API server of the cluster in which this process runs; undefined
 * if the environment variables KUBERNETES_SERVICE_HOST and KUBERNETES_SERVICE_PORT, which exist in
 * every pod, are absent.
 * @throws Error if the token or the CA certificate of the service account cannot be read
 */
export async function inClusterConfig(
  environment: Environment = process.env,
  folder = accountFolder,
): Promise<ResolvedContext | undefined> {
  const { host, port } = addressOf(environment);
  if (host === "" || port === "") return undefined;
  const tokenFile = join(folder, "token");
  const caFile = join(folder, "ca.crt");
  const [token, ca, namespace] = await Promise.all([
    readFile(tokenFile, "utf8"),
    readFile(caFile, "utf8"),
    readFile(join(folder, "namespace"), "utf8").catch(() => "default"),
  ]);
  const server = `https://${host.includes(":") ? `[${host}]` : host}:${port}`;
  return {
    namespace: namespace.trim(),
    config: { server, tls: { ca, caFile }, auth: { token: token.trim(), tokenFile } },
  };
}
