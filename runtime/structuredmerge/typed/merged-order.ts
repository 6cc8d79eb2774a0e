/** An item of a merged list: one that only the left list has, or one of the right list. */
export interface MergedItem {
  readonly from: "lhs" | "rhs";
  /** The index of the item in its list. */
  readonly at: number;
}

/**
 * Returns the order of the items of two merged lists. Items of both lists have the order of the
 * right list. An item of one list stays next to its neighbours in that list. Source:
 * `mergingWalker.visitListItems`.
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
      // The right list also has this item, but after another shared item.
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
