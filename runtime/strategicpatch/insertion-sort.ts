/**
 * A list item, and its index in the list that defines the order. The index is negative if that list
 * does not contain the item.
 */
export interface Placed<T> {
  readonly item: T;
  readonly index: number;
}

/**
 * Returns the same order as the insertion sort in Go, without its quadratic cost. An item is called
 * known if its index is at least 0. In Go's sort, an inserted item moves before every unknown item.
 * An unknown item moves to the front. A known item stops directly after the last known item whose
 * index is not larger.
 */
export function insertionSorted<T>(items: readonly Placed<T>[]): Placed<T>[] {
  const known = items.filter(({ index }) => index >= 0);
  // The sort is stable, so items with the same index keep their order.
  const inOrder = known.toSorted((a, b) => a.index - b.index);
  if (known.length === items.length) return inOrder;

  const befores = neighborsAtInsertion(known, inOrder);
  /** Unknown items that follow each known item in the result, in reverse order. */
  const followers = new Map<Placed<T>, Placed<T>[]>();
  let front: Placed<T>[] = [];
  for (const item of items) {
    if (item.index < 0) {
      front.push(item);
      continue;
    }
    // A known item is inserted directly after a known neighbour. The unknown items that followed
    // the neighbour then follow the inserted item.
    const before = befores.get(item);
    followers.set(item, before === undefined ? front : (followers.get(before) ?? []));
    if (before === undefined) front = [];
    else followers.set(before, []);
  }
  return [...front.toReversed(), ...inOrder.flatMap((item) => [item, ...(followers.get(item) ?? []).toReversed()])];
}

/**
 * Returns, for each item, the item that directly preceded it when it was inserted; undefined if the
 * item became the first. At that moment, the result contained only the items that come earlier in
 * `items`.
 */
function neighborsAtInsertion<T>(items: readonly T[], inOrder: readonly T[]): ReadonlyMap<T, T | undefined> {
  const before = new Map(inOrder.map((item, i): [T, T | undefined] => [item, inOrder[i - 1]]));
  const after = new Map(inOrder.map((item, i): [T, T | undefined] => [item, inOrder[i + 1]]));
  // The loop removes items from the complete order, starting with the last inserted item. When the
  // loop reaches an item, only items that were inserted earlier remain in the order.
  for (const item of items.toReversed()) {
    const left = before.get(item);
    const right = after.get(item);
    if (left !== undefined) after.set(left, right);
    if (right !== undefined) before.set(right, left);
  }
  return before;
}
