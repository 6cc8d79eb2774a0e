/**
 * +k8s:minLength=1
 */
export interface Box {
  /** +default=3 */
  summary string;
  /** +optional */
  other: number;
}
