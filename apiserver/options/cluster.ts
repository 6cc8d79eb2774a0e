import {
  inClusterConfig,
  isInCluster,
  InformerFactory,
  defaultClientConfig,
  RESTClient,
  type ClientConfig,
} from "@apimachinery/client";
import type { Logger } from "../logging/logger.js";
import type { FlagSection, FlagValues } from "./flags/flag.js";
import { stringFlag } from "./flags/kinds.js";

/** Flag for the cluster whose namespaces and webhook configurations apply to the server. */
export const clusterFlags = {
  heading: "Cluster",
  flags: {
    kubeconfig: stringFlag(
      "",
      "kubeconfig of the cluster whose namespaces and webhook configurations apply to this server",
      "file",
    ),
  },
} satisfies FlagSection;

export type ClusterOptions = FlagValues<typeof clusterFlags.flags>;

/**
 * Options that connect a server to a cluster. Each option is the path of a kubeconfig, or empty.
 */
export interface ClusterFiles extends ClusterOptions {
  readonly authenticationKubeconfig: string;
  readonly authorizationKubeconfig: string;
}

/** The tasks that a server delegates to a cluster. All are false for a standalone server. */
export interface ClusterMode {
  /** True if the cluster reviews bearer tokens and publishes the trusted CAs. */
  readonly authentication: boolean;
  /** True if the cluster reviews access to this server. */
  readonly authorization: boolean;
  /** True if the namespaces and webhook configurations of the cluster apply to this server. */
  readonly core: boolean;
}

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Returns the tasks that a server delegates. Each kubeconfig in the options selects one task. In a
 * pod, the service account of the pod selects all tasks.
 */
export function clusterModeOf(files: ClusterFiles, environment: Environment = process.env): ClusterMode {
  const isInPod = isInCluster(environment);
  return {
    authentication: isInPod || files.authenticationKubeconfig !== "",
    authorization: isInPod || files.authorizationKubeconfig !== "",
    core: isInPod || files.kubeconfig !== "",
  };
}

/** Clients of the cluster that a server belongs to. */
export interface Cluster {
  /** Client for token reviews; undefined if the server authenticates without a cluster. */
  readonly authentication: RESTClient | undefined;
  /** Client for access reviews; undefined if the server authorizes without a cluster. */
  readonly authorization: RESTClient | undefined;
  /**
   * Client and informers for namespaces and webhook configurations; undefined if those of the
   * cluster do not apply.
   */
  readonly core: { readonly client: RESTClient; readonly informers: InformerFactory } | undefined;
}

/** Timeout of reviews, in milliseconds (Go: DelegatingAuthenticationOptions.ClientTimeout). */
const reviewTimeout = 10_000;

/**
 * Reads the kubeconfigs and creates the clients. Sends no requests.
 * @throws Error that names the flag, for a kubeconfig that cannot be read or used
 */
export async function connectCluster(
  files: ClusterFiles,
  log: Logger,
  environment: Environment = process.env,
): Promise<Cluster> {
  const mode = clusterModeOf(files, environment);
  const clientOf = async (flag: string, file: string, own: Partial<ClientConfig>) =>
    new RESTClient({ ...(await configOf(flag, file, environment)), ...own });
  const review = { timeout: reviewTimeout };
  return {
    authentication: mode.authentication
      ? await clientOf("--authentication-kubeconfig", files.authenticationKubeconfig, review)
      : undefined,
    authorization: mode.authorization
      ? await clientOf("--authorization-kubeconfig", files.authorizationKubeconfig, review)
      : undefined,
    core: mode.core ? coreClients(await clientOf("--kubeconfig", files.kubeconfig, {}), log) : undefined,
  };
}

function coreClients(client: RESTClient, log: Logger): NonNullable<Cluster["core"]> {
  const onError = (error: unknown) => {
    log("an informer of the cluster failed and will retry", error);
  };
  return { client, informers: new InformerFactory(client, { onError }) };
}

async function configOf(flag: string, file: string, environment: Environment): Promise<ClientConfig> {
  try {
    const found = file === "" ? await inClusterConfig(environment) : await defaultClientConfig({ kubeconfig: file });
    if (found === undefined) throw new Error("this process does not run in a cluster: set a kubeconfig");
    return found.config;
  } catch (error) {
    throw new Error(`${flag}: ${(error as Error).message}`, { cause: error });
  }
}
