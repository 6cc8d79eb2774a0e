import fc from "fast-check";
import { expect, test } from "vitest";
import { insertionSorted, type Placed } from "../../../runtime/strategicpatch/insertion-sort.js";

/**
 * Sorts up to 20 items like Go's sort.SliceStable, with the comparison function that Go uses for
 * the order of patched lists.
 */
function asGo<T>(items: readonly Placed<T>[]): Placed<T>[] {
  const sorted = [...items];
  const isBefore = (a: number, b: number) => a < 0 || b < 0 || a < b;
  for (let i = 1; i < sorted.length; i++) {
    for (let j = i; j > 0; j--) {
      const [left, right] = [sorted[j - 1] as Placed<T>, sorted[j] as Placed<T>];
      if (!isBefore(right.index, left.index)) break;
      sorted[j - 1] = right;
      sorted[j] = left;
    }
  }
  return sorted;
}

test("known and unknown items come in the order of Go's insertion sort", () => {
  const indexes = fc.array(fc.oneof(fc.constant(-1), fc.integer({ min: 0, max: 8 })), { maxLength: 20 });
  fc.assert(
    fc.property(indexes, (given) => {
      const items = given.map((index, item) => ({ index, item }));
      expect(insertionSorted(items)).toEqual(asGo(items));
    }),
    { numRuns: 2000 },
  );
});
