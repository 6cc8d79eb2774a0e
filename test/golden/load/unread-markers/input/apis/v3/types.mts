export interface Box {
  /** +k8s:minLength=1 */
  name: string;
}
