export interface Event {
  /** +k8s:conversion-gen:rename=reportingComponent */
  reportingController?: string;
  message: string;
  series?: Series;
  deep: Holder;
}
export interface Holder {
  series: Series;
}
export interface Series {
  /** +k8s:conversion-gen:rename=count */
  total: number;
}
