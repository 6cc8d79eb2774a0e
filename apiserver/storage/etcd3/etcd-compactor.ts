import { StorageClosedError } from "../errors.js";
import type { EtcdClient } from "./etcd-client.js";
import { toNumber } from "./messages.js";

/**
 * Key that all Kubernetes API servers with the same etcd use to agree on one compaction per
 * interval.
 */
const compactKey = "compact_rev_key";

export interface EtcdCompactorOptions {
  /** Time between two compactions, in milliseconds. */
  readonly interval: number;
  /** Called when a compaction fails. The next compaction runs at its usual time. */
  readonly onError: (error: unknown) => void;
  readonly isClosed: () => boolean;
}

/**
 * State of the compactor between two runs: the last known version of the shared key, and the
 * revision to which the next run compacts. The revision is 0 if the next run only reads the current
 * revision.
 */
export interface Turn {
  readonly version: number;
  readonly revision: number;
}

/**
 * Compacts the history periodically: each run removes the revisions that were outdated at the
 * previous run (Go: storage/etcd3/compact.go). All servers with the same etcd run a compactor, also
 * Kubernetes' API servers. In each interval, only the server that first writes the next version of
 * the shared key compacts. Stops when the storage is closed, and does not prevent the process from
 * ending.
 */
export function startEtcdCompactor(client: EtcdClient, { interval, onError, isClosed }: EtcdCompactorOptions): void {
  let turn: Turn = { version: 0, revision: 0 };
  const timer = setInterval(() => {
    if (isClosed()) {
      clearInterval(timer);
      return;
    }
    compactOnce(client, turn).then(
      (next) => {
        turn = next;
      },
      (error: unknown) => {
        if (!(error instanceof StorageClosedError)) onError(error);
      },
    );
  }, interval).unref();
}

/**
 * Compacts the history if no other server has compacted since the last run. Returns the state for
 * the next run; the state for the first run is `{ version: 0, revision: 0 }`.
 */
export async function compactOnce(
  client: Pick<EtcdClient, "transact" | "compact">,
  { version, revision }: Turn,
): Promise<Turn> {
  const { succeeded, header, responses } = await client.transact({
    compare: [{ result: 0, target: 0, key: compactKey, version }],
    success: [{ requestPut: { key: compactKey, value: Buffer.from(String(revision)) } }],
    failure: [{ requestRange: { key: compactKey } }],
  });
  const now = toNumber(header.revision);
  // Another process has compacted in this interval.
  if (!succeeded) return { version: toNumber(responses[0]?.responseRange?.kvs[0]?.version ?? 0), revision: now };
  if (revision > 0) await client.compact(revision);
  return { version: version + 1, revision: now };
}
