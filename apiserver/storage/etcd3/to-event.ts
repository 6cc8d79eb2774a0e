import type { Slab } from "../shared/slab.js";
import type { KeyValue } from "../storage.js";
import type { StorageEvent } from "../watch.js";
import { toNumber, type EtcdEvent, type EtcdKeyValue } from "./messages.js";

const deletion = 1;
const empty = new Uint8Array(0);

/**
 * Converts an item of a response. Its value is copied, because a view would keep the whole response
 * in memory.
 */
export function toItem({ key, value, modRevision }: EtcdKeyValue, slab: Slab): KeyValue {
  return { key, value: slab.copy(bytesOf(value), 0, value.length), revision: toNumber(modRevision) };
}

/**
 * Converts an event of a watch. Returns undefined if the previous value is missing because of a
 * compaction. The previous value is not copied, because few readers keep it.
 * @param omitsPrevious true if etcd does not send previous values
 */
export function toEvent({ type, kv, prevKv }: EtcdEvent, slab: Slab, omitsPrevious: boolean): StorageEvent | undefined {
  const { key } = kv;
  const revision = toNumber(kv.modRevision);
  const previous = prevKv && { key, value: bytesOf(prevKv.value), revision: toNumber(prevKv.modRevision) };
  if (type === deletion) {
    if (previous) return { key, revision, previous };
    return omitsPrevious ? { key, revision } : undefined;
  }
  const current = toItem(kv, slab);
  if (previous) return { key, revision, current, previous };
  return omitsPrevious || toNumber(kv.version) === 1 ? { key, revision, current } : undefined;
}

/**
 * Returns the bytes of a value. protobufjs decodes an empty value as an array, not as a Uint8Array.
 */
function bytesOf(value: Uint8Array): Uint8Array {
  return value.length === 0 ? empty : value;
}
