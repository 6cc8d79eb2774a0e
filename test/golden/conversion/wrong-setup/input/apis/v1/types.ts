export interface Thing {
  /** +k8s:conversion-gen:rename=nothing */
  name: string;
  /** +k8s:conversion-gen:rename=title */
  caption: string;
  title: string;
}
/** +k8s:conversion-gen:explicit-from=net/http.Header */
export interface Alone {
  /** +k8s:conversion-gen=maybe */
  x: string;
}
