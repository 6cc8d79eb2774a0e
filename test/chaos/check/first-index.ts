/**
 * Returns the index of the first item for which the condition is true, by binary search. The
 * condition must be true for all items after it. Returns the length of the list if it is true for
 * none.
 */
export function firstIndex<T>(sorted: readonly T[], condition: (item: T) => boolean): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (condition(sorted[middle] as T)) high = middle;
    else low = middle + 1;
  }
  return low;
}
