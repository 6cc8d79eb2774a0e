import type { Sighting } from "../history.js";
import type { Coverage } from "./coverage.js";
import { firstIndex } from "./first-index.js";
import type { Order, Write } from "./order.js";

/** Revisions at which one version of an object, or its absence, is its state: `until` excluded. */
interface Span {
  readonly from: number;
  readonly until: number;
  /** The version; undefined if the object does not exist. */
  readonly object: Sighting | undefined;
}

/** States of the objects by revision. */
export class Timeline {
  readonly #spans: ReadonlyMap<string, readonly Span[]>;
  readonly #coverage: Coverage;

  constructor(order: Order, coverage: Coverage) {
    this.#coverage = coverage;
    this.#spans = new Map([...order.byName].map(([name, writes]) => [name, spansOf(writes)]));
  }

  /**
   * Returns the least revision, not below `floor`, at which an object has a state. Returns
   * undefined if there is none. If the history may lack a write of the object, it may have been a
   * deletion.
   * @param holds reports whether a version, or the absence of the object, is the state
   */
  point(name: string, floor: number, holds: (object: Sighting | undefined) => boolean): number | undefined {
    const spans = this.#spans.get(name) ?? [{ from: 0, until: Infinity, object: undefined }];
    for (let index = firstIndex(spans, ({ until }) => until > floor); index < spans.length; index++) {
      const { from, until, object } = spans[index] as Span;
      if (holds(object)) return Math.max(from, floor);
      const hidden = holds(undefined) ? this.#coverage.firstHidden(from, until) : undefined;
      if (hidden !== undefined) return Math.max(hidden, floor);
    }
    return undefined;
  }
}

function spansOf(writes: readonly Write[]): readonly Span[] {
  const starts = [
    { from: 0, object: undefined },
    ...writes.map(({ revision, isDeletion, object }) => ({ from: revision, object: isDeletion ? undefined : object })),
  ];
  return starts.map((start, index) => ({ ...start, until: writes[index]?.revision ?? Infinity }));
}
