/** Objects of one resource that still exist in a namespace after an attempt to delete them. */
export interface RemainingContent {
  readonly group: string;
  readonly resource: string;
  readonly count: number;
  /** Number of objects with each finalizer, by the name of the finalizer. */
  readonly finalizers: ReadonlyMap<string, number>;
}
