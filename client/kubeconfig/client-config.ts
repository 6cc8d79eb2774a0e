import { readFile } from "node:fs/promises";
import type { AuthConfig, ClientConfig, TLSConfig } from "../rest/client-config.js";
import { KubeconfigError } from "./kubeconfig-error.js";
import type { Cluster, Kubeconfig, Material, User } from "./types.js";

/**
 * Client configuration and namespace: those of a kubeconfig context, or those of the pod in which
 * this process runs.
 */
export interface ResolvedContext {
  readonly config: ClientConfig;
  /** Namespace of the context or the pod. Default: `default`. */
  readonly namespace: string;
}

/**
 * Returns the client configuration of a kubeconfig context. Reads the files with certificates and
 * keys.
 * @param context name of the context; empty for the current context
 * @throws KubeconfigError for missing, invalid or unsupported entries, and for files that cannot be
 * read
 */
export async function clientConfigOf(kubeconfig: Kubeconfig, context = ""): Promise<ResolvedContext> {
  const name = context === "" ? kubeconfig.currentContext : context;
  if (name === "") throw invalid("no current-context is set, and no context was given");
  const found = kubeconfig.contexts.get(name);
  if (found === undefined)
    throw invalid(`context ${JSON.stringify(name)} does not exist${nearby(kubeconfig.contexts.keys())}`);
  const cluster = kubeconfig.clusters.get(found.cluster);
  if (cluster === undefined)
    throw at(
      found.position,
      `context ${JSON.stringify(name)}: cluster ${JSON.stringify(found.cluster)} does not exist${nearby(kubeconfig.clusters.keys())}`,
    );
  const user = found.user === "" ? undefined : kubeconfig.users.get(found.user);
  if (found.user !== "" && user === undefined)
    throw at(
      found.position,
      `context ${JSON.stringify(name)}: user ${JSON.stringify(found.user)} does not exist${nearby(kubeconfig.users.keys())}`,
    );
  checkCluster(cluster, found.cluster);
  checkUser(user, found.user);
  return {
    namespace: found.namespace === "" ? "default" : found.namespace,
    config: {
      server: withScheme(cluster.server),
      tls: await tlsOf(cluster, user),
      auth: authOf(user),
      ...(user?.impersonate === undefined ? {} : { impersonate: user.impersonate }),
      ...(cluster.proxyURL === "" ? {} : { proxyURL: cluster.proxyURL }),
      ...(cluster.disableCompression ? { disableCompression: true } : {}),
    },
  };
}

function checkCluster(cluster: Cluster, name: string): void {
  const problem = clusterProblem(cluster);
  if (problem !== undefined) throw at(cluster.position, `cluster ${JSON.stringify(name)}: ${problem}`);
}

function clusterProblem({
  server,
  proxyURL,
  insecureSkipTLSVerify,
  certificateAuthority,
}: Cluster): string | undefined {
  if (server === "") return "no server has been defined: set server to its URL";
  if (!URL.canParse(withScheme(server))) return `server ${JSON.stringify(server)} is not a URL`;
  if (proxyURL !== "" && !/^https?:$/.test(URL.canParse(proxyURL) ? new URL(proxyURL).protocol : "")) {
    return `proxy-url ${JSON.stringify(proxyURL)} is not supported: it must be http:// or https://`;
  }
  if (insecureSkipTLSVerify && certificateAuthority !== undefined)
    return "specifying a root certificates file with the insecure flag is not allowed";
  return undefined;
}

function checkUser(user: User | undefined, name: string): void {
  if (user === undefined) return;
  const { clientCertificate, clientKey, unsupported, username, token, tokenFile } = user;
  const fail = (position: string, problem: string) => at(position, `user ${JSON.stringify(name)}: ${problem}`);
  if (unsupported !== undefined) {
    throw fail(
      unsupported.position,
      `${unsupported.what} is not supported: use a client certificate, a tokenFile or a token, for example from \`kubectl create token\``,
    );
  }
  if (clientCertificate !== undefined && clientKey === undefined)
    throw fail(clientCertificate.position, "a client certificate needs client-key or client-key-data");
  if (clientKey !== undefined && clientCertificate === undefined)
    throw fail(clientKey.position, "a client key needs client-certificate or client-certificate-data");
  if (username !== "" && (token !== "" || tokenFile !== ""))
    throw fail(user.position, "more than one authentication method, a token and a username: remove one of them");
}

async function tlsOf(
  { certificateAuthority, insecureSkipTLSVerify, tlsServerName }: Cluster,
  user: User | undefined,
): Promise<TLSConfig> {
  const [ca, certificate, key] = await Promise.all(
    [certificateAuthority, user?.clientCertificate, user?.clientKey].map(read),
  );
  return {
    ...(ca === undefined ? {} : { ca }),
    ...(certificate === undefined ? {} : { certificate }),
    ...(key === undefined ? {} : { key }),
    ...inFile("caFile", certificateAuthority),
    ...inFile("certificateFile", user?.clientCertificate),
    ...inFile("keyFile", user?.clientKey),
    ...(tlsServerName === "" ? {} : { serverName: tlsServerName }),
    ...(insecureSkipTLSVerify ? { insecureSkipVerify: true } : {}),
  };
}

/**
 * If the kubeconfig refers to a file, returns an object whose property `name` is the path of the
 * file, so that the client can read a changed file again. If the kubeconfig contains the content
 * itself, returns an empty object.
 */
function inFile(name: "caFile" | "certificateFile" | "keyFile", material: Material | undefined): Partial<TLSConfig> {
  return material !== undefined && "file" in material ? { [name]: material.file } : {};
}

function authOf(user: User | undefined): AuthConfig {
  if (user === undefined) return {};
  const { token, tokenFile, username, password } = user;
  return {
    ...(token === "" ? {} : { token }),
    ...(tokenFile === "" ? {} : { tokenFile }),
    ...(username === "" ? {} : { username, password }),
  };
}

async function read(material: Material | undefined): Promise<string | undefined> {
  if (material === undefined) return undefined;
  if ("text" in material) return material.text;
  try {
    return await readFile(material.file, "utf8");
  } catch (error) {
    throw at(
      material.position,
      `unable to read ${material.file}: ${error instanceof Error ? error.message : String(error)}`,
    );
  }
}

/** Adds `http://` to an address without a scheme, as kubectl does. */
function withScheme(server: string): string {
  return /^[a-z]+:\/\//i.test(server) ? server : `http://${server}`;
}

function nearby(names: Iterable<string>): string {
  const all = [...names];
  return all.length === 0 ? "" : `; existing names: ${all.sort().join(", ")}`;
}

function at(position: string, message: string): KubeconfigError {
  return new KubeconfigError([`${position}: ${message}`]);
}

function invalid(message: string): KubeconfigError {
  return new KubeconfigError([`invalid configuration: ${message}`]);
}
