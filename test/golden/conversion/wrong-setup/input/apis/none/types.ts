/** +k8s:conversion-gen:preserve=annotation */
export interface Thing {
  name: string;
}
