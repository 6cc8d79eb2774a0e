/**
 * The result of a comparison: the first value is less than, equal to or greater than the second.
 */
export type Order = -1 | 0 | 1;

/** Compares two numbers. JavaScript compares a bigint and a number by their exact values. */
export function compareNumbers(left: number | bigint | boolean, right: number | bigint | boolean): Order {
  return left < right ? -1 : left > right ? 1 : 0;
}

/** Compares two strings by code points, as Go does. This is also the order of their UTF-8 bytes. */
export function compareByCodePoints(left: string, right: string): Order {
  if (left === right) return 0;
  for (let at = 0; at < left.length && at < right.length; at++) {
    const [a, b] = [left.charCodeAt(at), right.charCodeAt(at)];
    if (a !== b) return rankOf(a) < rankOf(b) ? -1 : 1;
  }
  return left.length === right.length ? 0 : left.length < right.length ? -1 : 1;
}

/** Compares two lists item by item. If one is the beginning of the other, the shorter is less. */
export function compareLists<T>(
  left: ArrayLike<T>,
  right: ArrayLike<T>,
  compareItems: (left: T, right: T) => Order,
): Order {
  for (let at = 0; at < left.length && at < right.length; at++) {
    const order = compareItems(left[at] as T, right[at] as T);
    if (order !== 0) return order;
  }
  return compareNumbers(left.length, right.length);
}

/** Returns the keys of a map in the order in which Go sorts them. */
export function sortedKeys(map: object): string[] {
  const keys = Object.keys(map);
  // Most keys are in order already, for which a sort would take longer than this loop.
  for (let at = 1; at < keys.length; at++)
    if (compareByCodePoints(keys[at - 1] as string, keys[at] as string) > 0) return keys.sort(compareByCodePoints);
  return keys;
}

/**
 * Returns a number by which code units are compared. Surrogates encode code points above U+FFFF, so
 * they come after U+E000 to U+FFFF.
 */
function rankOf(unit: number): number {
  return unit >= 0xd800 && unit < 0xe000 ? unit + 0x2800 : unit;
}
