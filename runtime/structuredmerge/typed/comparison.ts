import type { FieldSet } from "../fieldpath/field-set.js";
import type { Filter } from "../fieldpath/filters.js";

/**
 * The differences between two values. Each path is in at most one of the three sets, with one
 * exception: the path of items that are repeated in one list can be in both `removed` and `added`.
 * Source: `typed.Comparison`.
 */
export class Comparison {
  #changedPaths: FieldSet | undefined;

  constructor(
    /** The paths that exist only in the first value. */
    readonly removed: FieldSet,
    /** The paths of leaves that have different values. */
    readonly modified: FieldSet,
    /** The paths that exist only in the second value. */
    readonly added: FieldSet,
  ) {}

  /**
   * The modified and the added paths. The union is computed once, because it is compared with the
   * sets of many managers.
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

  /** Returns the differences except those at the given fields and below them. */
  excludeFields(fields: FieldSet): Comparison {
    return fields.empty ? this : this.#changed((set) => set.recursiveDifference(fields));
  }

  /** Returns the differences at the paths that the filter keeps. */
  filterFields(filter: Filter): Comparison {
    return this.#changed((set) => filter.filter(set));
  }

  #changed(change: (set: FieldSet) => FieldSet): Comparison {
    return new Comparison(change(this.removed), change(this.modified), change(this.added));
  }
}
