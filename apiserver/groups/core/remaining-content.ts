/** Objects of one resource that remain in a namespace after an attempt to delete them. */
export interface RemainingContent {
  readonly group: string;
  readonly resource: string;
  readonly count: number;
  /** Numbers of objects by the finalizers that they have. */
  readonly finalizers: ReadonlyMap<string, number>;
}
