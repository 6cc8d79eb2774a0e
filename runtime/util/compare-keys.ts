/**
 * Compares two strings by code points, as Go does. This is also the order of their UTF-8 bytes.
 * @returns a negative number, 0 or a positive number
 */
export function compareByCodePoints(left: string, right: string): number {
  const length = Math.min(left.length, right.length);
  for (let at = 0; at < length; at++) {
    const [a, b] = [left.charCodeAt(at), right.charCodeAt(at)];
    if (a === b) continue;
    // Surrogates encode code points above U+FFFF, so a surrogate is greater than any other code
    // unit.
    const [isHighA, isHighB] = [isSurrogate(a), isSurrogate(b)];
    return isHighA === isHighB ? a - b : isHighA ? 1 : -1;
  }
  return left.length - right.length;
}

/** Returns the keys of a map in the order in which Go sorts them. */
export function sortedKeys(map: object): string[] {
  const keys = Object.keys(map);
  // Most keys are in order already, for which a sort would take longer than this loop.
  for (let at = 1; at < keys.length; at++)
    if (compareByCodePoints(keys[at - 1] as string, keys[at] as string) > 0) return keys.sort(compareByCodePoints);
  return keys;
}

function isSurrogate(unit: number): boolean {
  return unit >= 0xd800 && unit < 0xe000;
}
