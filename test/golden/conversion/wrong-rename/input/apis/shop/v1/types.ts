export interface Ware {
  /** +k8s:conversion-gen:rename=titel */
  name?: string;
  /** +k8s:conversion-gen:rename=zzz */
  cost: string;
}
