import type { int32 } from "@apimachinery/runtime";

/**
 * Prose: a word and a colon, and https://example.com/k8s:deepcopy-gen are no markers.
 * default: as nobody says.
 * @k8s:deepcopy-gen=true
 */
export interface A {
  /** - k8s:minLength=3 */
  a: string;
  /** + k8s:minLength=3 */
  b: string;
  /** +default: 3 */
  c: int32;
  /** +default 3 */
  e: int32;
  /** +default is what nobody has said. */
  f: int32;
  /** +omitzero always */
  g?: int32;
  /**
   * kubebuilder:validation:MinLength=3
   *
   * ```
   * k8s:minLength=3
   * ```
   *
   * @example
   * k8s:minLength=3
   */
  d: string;
}
