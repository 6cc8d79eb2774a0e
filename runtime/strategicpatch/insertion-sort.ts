/** An item, and its index in an order; below zero where the order does not have it. */
export interface Placed<T> {
  readonly item: T;
  readonly index: number;
}

/**
 * Returns what Go's insertion sort makes of the items, without its quadratic cost. Go's comparison
 * calls an unknown item smaller than everything, and everything smaller than an unknown item. An
 * unknown item therefore moves to the front. A known item passes the unknown ones, and stops
 * directly behind the last known item whose index is not larger.
 */
export function insertionSorted<T>(items: readonly Placed<T>[]): Placed<T>[] {
  const known = items.filter(({ index }) => index >= 0);
  // Stable: items of the same index stay as they are.
  const inOrder = known.toSorted((a, b) => a.index - b.index);
  if (known.length === items.length) return inOrder;

  const befores = neighborsAtInsertion(known, inOrder);
  /** The unknown items that follow a known one, the last of them first. */
  const followers = new Map<Placed<T>, Placed<T>[]>();
  let front: Placed<T>[] = [];
  for (const item of items) {
    if (item.index < 0) {
      front.push(item);
      continue;
    }
    // It comes between its neighbor and what follows that.
    const before = befores.get(item);
    followers.set(item, before === undefined ? front : (followers.get(before) ?? []));
    if (before === undefined) front = [];
    else followers.set(before, []);
  }
  return [...front.toReversed(), ...inOrder.flatMap((item) => [item, ...(followers.get(item) ?? []).toReversed()])];
}

/**
 * For each item, the one that it comes directly behind when only the items before it have been
 * inserted.
 */
function neighborsAtInsertion<T>(items: readonly T[], inOrder: readonly T[]): ReadonlyMap<T, T | undefined> {
  const before = new Map(inOrder.map((item, i): [T, T | undefined] => [item, inOrder[i - 1]]));
  const after = new Map(inOrder.map((item, i): [T, T | undefined] => [item, inOrder[i + 1]]));
  // Taking the items out again, the last one first, leaves at each item's turn only those before
  // it.
  for (const item of items.toReversed()) {
    const left = before.get(item);
    const right = after.get(item);
    if (left !== undefined) after.set(left, right);
    if (right !== undefined) before.set(right, left);
  }
  return before;
}
