/**
 * The source of an item in a merged list. Items that only the left list has come from the left
 * list, and all other items from the right list.
 */
export interface MergedItem {
  readonly from: "lhs" | "rhs";
  /** The index of the item in its list. */
  readonly at: number;
}

/**
 * Returns the order of the items after two lists are merged. Items that are in both lists have the
 * order of the right list. An item that is in only one list stays next to its neighbours in that
 * list. Source: `mergingWalker.visitListItems`.
 *
 * @param lhs the keys of the left items, which may be repeated
 * @param rhs the keys of the right items, all different
 */
export function mergedOrder(lhs: readonly string[], rhs: readonly string[]): readonly MergedItem[] {
  const [inLeft, inRight] = [new Set(lhs), new Set(rhs)];
  const shared = rhs.filter((key) => inLeft.has(key));
  const taken = new Set<string>();
  const order: MergedItem[] = [];
  let [left, right, next] = [0, 0, 0];
  const takeRight = (key: string): void => {
    taken.add(key);
    order.push({ from: "rhs", at: right++ });
  };
  while (left < lhs.length || right < rhs.length) {
    const [leftKey, rightKey] = [lhs[left], rhs[right]];
    if (leftKey !== undefined && rightKey !== undefined) {
      if (leftKey === rightKey) {
        takeRight(rightKey);
        left++;
        next++;
        continue;
      }
      // The right list contains this item after another shared item, so the item is taken later.
      if (inRight.has(leftKey) && next < shared.length && shared[next] !== leftKey) {
        left++;
        continue;
      }
    }
    if (leftKey !== undefined && !inRight.has(leftKey)) {
      order.push({ from: "lhs", at: left++ });
      continue;
    }
    if (leftKey !== undefined && taken.has(leftKey)) left++;
    if (rightKey === undefined) continue;
    takeRight(rightKey);
    if (shared[next] === rightKey) next++;
  }
  return order;
}
