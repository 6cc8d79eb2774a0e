import type { History } from "../history.js";

/**
 * Revisions whose writes the watches of a history reported: a watch from revision 5 whose last
 * event has revision 9 covers 6 to 9. A write with an uncovered revision may be unknown to the
 * history.
 */
export class Coverage {
  /** Sorted, disjoint intervals. The first bound is exclusive, the last one inclusive. */
  readonly #intervals: readonly (readonly [number, number])[];

  constructor(history: History) {
    const spans = new Map<number, [number, number]>();
    for (const record of history) {
      if (record.type === "watch" && record.status === 200) spans.set(record.watch, [record.from, record.from]);
      if (record.type !== "event") continue;
      const span = spans.get(record.watch);
      if (span !== undefined) span[1] = Math.max(span[1], record.revision);
    }
    const merged: [number, number][] = [];
    for (const [from, to] of [...spans.values()].sort((a, b) => a[0] - b[0])) {
      const last = merged.at(-1);
      if (last !== undefined && from <= last[1]) last[1] = Math.max(last[1], to);
      else merged.push([from, to]);
    }
    this.#intervals = merged.filter(([from, to]) => to > from);
  }

  /** Reports whether the history may lack a write with a revision between both, exclusively. */
  mayHide(after: number, before: number): boolean {
    return this.firstHidden(after, before) !== undefined;
  }

  /** Returns the first uncovered revision between both, exclusively. */
  firstHidden(after: number, before: number): number | undefined {
    const first = after + 1;
    const covering = this.#intervals.find(([from, to]) => from < first && first <= to);
    const hidden = covering === undefined ? first : covering[1] + 1;
    return hidden < before ? hidden : undefined;
  }

  /** Number of ranges of revisions, between covered ones, whose writes may be unknown. */
  get gaps(): number {
    return Math.max(0, this.#intervals.length - 1);
  }
}
