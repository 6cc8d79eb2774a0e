import { join } from "node:path";
import type { PeerBinaries } from "./binaries.js";
import { startPeerProcess, type PeerProcess } from "./peer-process.js";

/** A running sample-apiserver, which has its own etcd. */
export interface SampleAPIServer {
  readonly etcd: PeerProcess;
  readonly server: PeerProcess;
  /** Path of a kubeconfig with an administrator's certificate. */
  readonly kubeconfig: string;
  /** Ends both processes and removes their files. */
  stop(): Promise<void>;
}

/** Address that makes etcd choose a free port. */
const anyPort = "http://127.0.0.1:0";

/**
 * Starts etcd with an empty folder, on a free port.
 * @param wrapper command that starts the program, such as `taskset -c 0`
 * @param flags more flags of etcd
 */
export function startEtcd(
  { etcd }: Pick<PeerBinaries, "etcd">,
  wrapper: readonly string[] = [],
  flags: readonly string[] = [],
): Promise<PeerProcess> {
  return startPeerProcess({
    name: "etcd",
    command: (folder) => [
      ...wrapper,
      etcd,
      `--data-dir=${folder}`,
      `--listen-client-urls=${anyPort}`,
      `--advertise-client-urls=${anyPort}`,
      `--listen-peer-urls=${anyPort}`,
      `--initial-advertise-peer-urls=${anyPort}`,
      `--initial-cluster=default=${anyPort}`,
      ...flags,
    ],
    ready: /"serving client traffic (?:in)?securely[^\n]*"address":"([^"]+)"/,
  });
}

/**
 * Starts etcd, and Kubernetes' sample-apiserver in front of it, on free ports.
 * @param wrapper command that starts each program, such as `taskset -c 0`
 * @param flags more flags of the sample-apiserver
 */
export async function startSampleAPIServer(
  peers: PeerBinaries,
  wrapper: readonly string[] = [],
  flags: readonly string[] = [],
): Promise<SampleAPIServer> {
  const etcd = await startEtcd(peers, wrapper);
  try {
    const server = await startPeerProcess({
      name: "sample-apiserver",
      command: (folder) => [
        ...wrapper,
        peers.sampleAPIServer,
        `--etcd-servers=http://${etcd.address}`,
        `--data-dir=${folder}`,
        ...flags,
      ],
      ready: /^serving on https:\/\/(\S+)$/m,
    });
    return {
      etcd,
      server,
      kubeconfig: join(server.folder, "kubeconfig"),
      stop: async () => {
        await server.stop();
        await etcd.stop();
      },
    };
  } catch (error) {
    await etcd.stop();
    throw error;
  }
}
