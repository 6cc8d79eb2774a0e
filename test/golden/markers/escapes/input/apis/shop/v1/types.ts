export interface Box {
  /** +k8s:format="a\q" */
  escape: string;
  /** +k8s:eachKey(union: "a" )=+k8s:minLength=1 */
  blank: string;
}
