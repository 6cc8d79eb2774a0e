/**
 * Compares two strings by code points: the order of Go's sorted strings, which is that of UTF-8.
 * @returns a negative number, 0 or a positive number
 */
export function compareByCodePoints(left: string, right: string): number {
  const length = Math.min(left.length, right.length);
  for (let at = 0; at < length; at++) {
    const [a, b] = [left.charCodeAt(at), right.charCodeAt(at)];
    if (a === b) continue;
    // Surrogates represent code points that are greater than those of all other code units.
    const [isHighA, isHighB] = [isSurrogate(a), isSurrogate(b)];
    return isHighA === isHighB ? a - b : isHighA ? 1 : -1;
  }
  return left.length - right.length;
}

/** Returns the keys of a map in the order in which Go sorts them. */
export function sortedKeys(map: object): string[] {
  const keys = Object.keys(map);
  return keys.length < 2 ? keys : keys.sort(compareByCodePoints);
}

function isSurrogate(unit: number): boolean {
  return unit >= 0xd800 && unit < 0xe000;
}
