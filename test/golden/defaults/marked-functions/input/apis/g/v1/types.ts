/** +k8s:defaulter-gen=true */
export interface Part {
  name?: string;
}
