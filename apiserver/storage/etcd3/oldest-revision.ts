import type { EtcdClient } from "./etcd-client.js";
import { keyRange } from "./key-range.js";
import { toNumber, type WatchResponse } from "./messages.js";

/**
 * Maximum time of the request in milliseconds. It is short, because the result is only part of an
 * error message.
 */
const timeout = 1000;

/**
 * Returns the oldest revision that etcd still has. etcd reports this revision only to a watch that
 * starts at a compacted revision.
 * @param compacted a compacted revision; also the result if etcd does not respond
 */
export async function oldestRevision(client: EtcdClient, compacted: number): Promise<number> {
  const call = await client.openWatch();
  return new Promise((resolve) => {
    const done = (revision: number): void => {
      clearTimeout(timer);
      resolve(revision);
      call.cancel();
    };
    const timer = setTimeout(done, timeout, compacted);
    call.on("error", () => {
      done(compacted);
    });
    call.on("data", ({ canceled, compactRevision }: WatchResponse) => {
      if (canceled) done(Math.max(compacted, toNumber(compactRevision)));
    });
    // No object has this key, so the watch has no events.
    call.write({
      createRequest: { ...keyRange("\0"), startRevision: Math.max(1, compacted), progressNotify: false, prevKv: false },
    });
  });
}
