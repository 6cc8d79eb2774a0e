/** Numbers that describe the cost of one list, for metrics. */
export interface ListCost {
  /** True if the list was served by the watch cache. */
  readonly isCached: boolean;
  /** Number of objects that were read from the store or the cache. */
  readonly fetched: number;
  /**
   * Number of objects from the store that were compared with the selectors. Objects from the cache
   * are not counted.
   */
  readonly evaluated: number;
  readonly returned: number;
}

export type OnList = (cost: ListCost) => void;
