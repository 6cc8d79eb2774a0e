import fc from "fast-check";
import { expect, test } from "vitest";
import { SortedList } from "../../../apiserver/storage/shared/sorted-list.js";

interface Item {
  readonly key: string;
  readonly value: number;
}

type Step = readonly ["set" | "delete" | "snapshot", number];

const step = fc.tuple(fc.constantFrom<Step[0]>("set", "set", "set", "delete", "snapshot"), fc.nat(3000));

function keyOf(number: number): string {
  return `/${number % 7}/${String(number).padStart(4, "0")}`;
}

test("the list equals a sorted map after any sequence of operations, and its snapshots do not change", () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 1500, size: "max" }), (steps: readonly Step[]) => {
      const list = new SortedList<Item>();
      const model = new Map<string, Item>();
      const snapshots: { readonly list: SortedList<Item>; readonly items: readonly Item[] }[] = [];
      for (const [index, [what, number]] of steps.entries()) {
        const key = keyOf(number);
        const before = model.get(key);
        if (what === "set") {
          const item = { key, value: index };
          expect(list.set(item)).toBe(before);
          model.set(key, item);
        } else if (what === "delete") {
          expect(list.delete(key)).toBe(before);
          model.delete(key);
        } else snapshots.push({ list: list.snapshot(), items: sorted(model) });
      }
      snapshots.push({ list, items: sorted(model) });
      for (const { list: each, items } of snapshots) {
        expect(each.size).toBe(items.length);
        expect(each.range("").items).toEqual(items);
        checkRanges(each, items);
      }
    }),
    { numRuns: 30 },
  );
});

test("ascending and descending keys fill many chunks", () => {
  for (const numbers of [[...Array(3000).keys()], [...Array(3000).keys()].reverse()]) {
    const list = new SortedList<Item>();
    for (const value of numbers) list.set({ key: keyOf(value), value });
    expect(list.range("/3/").items.map((item) => item.value)).toEqual(
      [...Array(3000).keys()].filter((value) => value % 7 === 3),
    );
    for (const value of numbers) expect(list.delete(keyOf(value))?.value).toBe(value);
    expect([list.size, list.range("")]).toEqual([0, { items: [], remaining: 0 }]);
  }
});

function checkRanges(list: SortedList<Item>, all: readonly Item[]): void {
  for (const [prefix, startKey, limit] of [
    ["/3/", "", 0],
    ["/3/", "/3/1500", 10],
    ["/", "/5/", 3],
    ["/9", "", 5],
    ["/2/", "/6/", 0],
    ["", "/0/0700\0", 100],
  ] as const) {
    const matching = all.filter(({ key }) => key.startsWith(prefix) && key >= startKey);
    const page = limit === 0 ? matching : matching.slice(0, limit);
    expect(list.range(prefix, startKey, limit)).toEqual({ items: page, remaining: matching.length - page.length });
  }
}

function sorted(model: ReadonlyMap<string, Item>): Item[] {
  return [...model.values()].sort((a, b) => (a.key < b.key ? -1 : 1));
}
