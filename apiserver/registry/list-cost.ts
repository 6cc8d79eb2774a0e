/** Cost of one list, for metrics. */
export interface ListCost {
  /** True if the watch cache has served the list. */
  readonly isCached: boolean;
  /** Number of objects that were read. */
  readonly fetched: number;
  /** Number of objects of the store that were compared with the selectors. */
  readonly evaluated: number;
  readonly returned: number;
}

export type OnList = (cost: ListCost) => void;
