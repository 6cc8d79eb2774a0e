/**
 * An item, and its index in an order. The index is negative if the order does not contain the item.
 */
export interface Placed<T> {
  readonly item: T;
  readonly index: number;
}

/**
 * Returns the result of Go's insertion sort, without its quadratic cost. Known items have an index
 * of 0 or more; unknown items have a negative index. Go inserts the items one after the other. If
 * one of two compared items is unknown, Go puts the inserted item first. An unknown item therefore
 * moves to the front. A known item moves over unknown ones, and stops directly after the last known
 * item whose index is not larger.
 */
export function insertionSorted<T>(items: readonly Placed<T>[]): Placed<T>[] {
  const known = items.filter(({ index }) => index >= 0);
  // The sort is stable, so items with the same index keep their order.
  const inOrder = known.toSorted((a, b) => a.index - b.index);
  if (known.length === items.length) return inOrder;

  const befores = neighborsAtInsertion(known, inOrder);
  /** Unknown items that follow each known item, in reverse order. */
  const followers = new Map<Placed<T>, Placed<T>[]>();
  let front: Placed<T>[] = [];
  for (const item of items) {
    if (item.index < 0) {
      front.push(item);
      continue;
    }
    // The item is inserted directly after its preceding neighbour. The unknown items that followed
    // the neighbour now follow the item.
    const before = befores.get(item);
    followers.set(item, before === undefined ? front : (followers.get(before) ?? []));
    if (before === undefined) front = [];
    else followers.set(before, []);
  }
  return [...front.toReversed(), ...inOrder.flatMap((item) => [item, ...(followers.get(item) ?? []).toReversed()])];
}

/**
 * Returns, for each item, its preceding neighbour at the moment of its insertion. At this moment,
 * the result contains only the items that come earlier in `items`.
 */
function neighborsAtInsertion<T>(items: readonly T[], inOrder: readonly T[]): ReadonlyMap<T, T | undefined> {
  const before = new Map(inOrder.map((item, i): [T, T | undefined] => [item, inOrder[i - 1]]));
  const after = new Map(inOrder.map((item, i): [T, T | undefined] => [item, inOrder[i + 1]]));
  // The loop removes items from the complete order, the last inserted item first. When it reaches
  // an item, the order contains exactly the items that were inserted earlier.
  for (const item of items.toReversed()) {
    const left = before.get(item);
    const right = after.get(item);
    if (left !== undefined) after.set(left, right);
    if (right !== undefined) before.set(right, left);
  }
  return before;
}
