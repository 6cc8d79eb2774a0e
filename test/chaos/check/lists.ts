import type { History, Operation, Sighting } from "../history.js";
import type { Coverage } from "./coverage.js";
import type { Order } from "./order.js";
import type { Violations } from "./violation.js";

/** Checks that each list is the state at its revision, and that all its pages have one revision. */
export function checkLists(history: History, order: Order, coverage: Coverage, violations: Violations): void {
  const lists = new Map<number, Operation[]>();
  for (const record of history) {
    if (record.type !== "operation" || record.verb !== "list" || record.outcome !== "ok") continue;
    const first = record.pageAfter ?? record.start;
    lists.set(first, [...(lists.get(first) ?? []), record]);
  }
  for (const pages of lists.values()) {
    const sorted = pages.toSorted((a, b) => a.start - b.start);
    const [first] = sorted;
    if (first === undefined) continue;
    const other = sorted.find(({ revision }) => revision !== first.revision);
    if (first.revision === undefined) violations.add("missing-revision", "a list has no revision", first);
    else if (other !== undefined)
      violations.add(
        "page-revision",
        `pages of one list have the revisions ${first.revision} and ${other.revision ?? "none"}`,
        first,
        other,
      );
    else checkSnapshot(sorted, first.revision, order, coverage, violations);
  }
}

function checkSnapshot(
  pages: readonly Operation[],
  revision: number,
  order: Order,
  coverage: Coverage,
  violations: Violations,
): void {
  const items = pages.flatMap((page) => page.items ?? []);
  const unsorted = items.find(({ name }, index) => name <= (items[index - 1]?.name ?? ""));
  if (unsorted !== undefined)
    violations.add("list-snapshot", `${unsorted.name} is repeated, or not in the order of names`, ...pages);
  const found = new Map<string, Sighting>(items.map((item) => [item.name, item]));
  // If later pages are missing, the names after the last item are not known to be absent.
  const isWhole = pages.at(-1)?.hasMore !== true;
  const last = items.at(-1)?.name ?? "";
  for (const name of new Set([...order.byName.keys(), ...found.keys()])) {
    const item = found.get(name);
    if (item === undefined && !isWhole && name > last) continue;
    const newest = order.newest(name, revision);
    const expected = newest?.isDeletion === false ? newest.revision : undefined;
    if (item?.revision === expected) continue;
    // A deletion that the history lacks can explain only an absent object.
    if (item === undefined && coverage.mayHide(newest?.revision ?? 0, revision + 1)) continue;
    const state = (at: number | undefined) => (at === undefined ? "absent" : `at revision ${at}`);
    violations.add(
      "list-snapshot",
      `${name} is ${state(item?.revision)} in a list of revision ${revision}, but it was ${state(expected)} then`,
      ...pages,
      newest?.evidence,
    );
  }
}
