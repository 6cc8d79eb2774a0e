import type { FieldSet } from "../fieldpath/field-set.js";
import type { Filter } from "../fieldpath/filters.js";

/**
 * The differences between two values: each path is in at most one of the sets. Source:
 * `typed.Comparison`.
 */
export class Comparison {
  #changedPaths: FieldSet | undefined;

  constructor(
    /** The paths that only the first value has. */
    readonly removed: FieldSet,
    /** The paths at which both values have different leaves. */
    readonly modified: FieldSet,
    /** The paths that only the second value has. */
    readonly added: FieldSet,
  ) {}

  /**
   * The modified and the added paths. They are computed once, because many managers are compared
   * with them.
   */
  get changed(): FieldSet {
    return (this.#changedPaths ??= this.modified.union(this.added));
  }

  /** Reports whether the values are equal. */
  isSame(): boolean {
    return this.removed.empty && this.modified.empty && this.added.empty;
  }

  /** Returns the differences in a readable form. */
  toString(): string {
    const part = (title: string, set: FieldSet): string => (set.empty ? "" : `- ${title} Fields:\n${set.toString()}\n`);
    return part("Modified", this.modified) + part("Added", this.added) + part("Removed", this.removed);
  }

  /** Returns the comparison without the given fields and everything below them. */
  excludeFields(fields: FieldSet): Comparison {
    return fields.empty ? this : this.#changed((set) => set.recursiveDifference(fields));
  }

  /** Returns the comparison with the paths that the filter keeps. */
  filterFields(filter: Filter): Comparison {
    return this.#changed((set) => filter.filter(set));
  }

  #changed(change: (set: FieldSet) => FieldSet): Comparison {
    return new Comparison(change(this.removed), change(this.modified), change(this.added));
  }
}
