/** Another folder refers to it: +k8s:minLength has an effect. */
export interface Part {
  /** +k8s:minLength=1 */
  name: string;
}
