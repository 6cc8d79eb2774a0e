/** A range of keys in the form of etcd's requests: from `key` to `rangeEnd`, without `rangeEnd`. */
export interface KeyRange {
  readonly key: string;
  readonly rangeEnd: Uint8Array;
}

/** The smallest key. As `rangeEnd`, it means that the range has no end. */
const zero = Buffer.of(0);

/**
 * Returns the range of the keys with a prefix.
 * @param startKey first key of the range, if it is greater than `prefix`
 */
export function keyRange(prefix: string, startKey = ""): KeyRange {
  const start = startKey > prefix ? startKey : prefix;
  return { key: start === "" ? "\0" : start, rangeEnd: prefixEnd(prefix) };
}

/** Reports whether a range contains no keys because its start is not before its end. */
export function isEmptyRange({ key, rangeEnd }: KeyRange): boolean {
  return !zero.equals(rangeEnd) && Buffer.compare(Buffer.from(key), rangeEnd) >= 0;
}

/**
 * Returns the smallest key that is greater than all keys with the prefix; `zero` if the prefix is
 * empty, so that no such key exists.
 */
function prefixEnd(prefix: string): Uint8Array {
  const bytes = Buffer.from(prefix);
  for (let last = bytes.length - 1; last >= 0; last--) {
    const byte = bytes[last] ?? 0xff;
    if (byte === 0xff) continue;
    bytes[last] = byte + 1;
    return bytes.subarray(0, last + 1);
  }
  return zero;
}
