export interface Event {
  reportingComponent: string;
  /** +k8s:conversion-gen:rename=message */
  note: string;
  series?: Series;
  deep: Holder;
}
export interface Holder {
  series: Series;
}
export interface Series {
  count: number;
}
