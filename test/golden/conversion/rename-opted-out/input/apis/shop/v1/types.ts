export interface Item {
  /** +k8s:conversion-gen=false */
  name: string;
  /** +k8s:conversion-gen:rename=name */
  title: string;
  /** +k8s:conversion-gen:rename=code */
  number: string;
  /** +k8s:conversion-gen=false */
  code: string;
}
