export interface Item {
  /** +k8s:conversion-gen:rename=name */
  first?: string;
  second?: string;
}

export interface Part {
  /** +k8s:conversion-gen:rename=number */
  code: string;
}
