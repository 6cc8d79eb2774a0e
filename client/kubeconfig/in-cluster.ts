import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { ResolvedContext } from "./client-config.js";

/** Folder of the service account in a pod. */
const accountFolder = "/var/run/secrets/kubernetes.io/serviceaccount";

/**
 * Returns the configuration for the cluster that this pod runs in; undefined outside of a cluster.
 * @throws Error if the service account cannot be read
 */
export async function inClusterConfig(
  environment: Readonly<Record<string, string | undefined>> = process.env,
  folder = accountFolder,
): Promise<ResolvedContext | undefined> {
  const host = environment["KUBERNETES_SERVICE_HOST"] ?? "";
  const port = environment["KUBERNETES_SERVICE_PORT"] ?? "";
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
