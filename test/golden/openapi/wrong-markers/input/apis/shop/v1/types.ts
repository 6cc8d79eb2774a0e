import type { int32 } from "@apimachinery/runtime";

export interface Box {
  /** +k8s:validation:maximum="ten" */
  count: int32;
  /** +k8s:validation:maxLenght=3 */
  name: string;
  /** +k8s:validation:minimum=5
   *  +k8s:validation:maximum=4 */
  range: int32;
  /** +optional
   *  +required */
  both?: string;
  /** +k8s:openapi-gen=yes */
  odd: string;
  /** +k8s:validation:minItems=-1 */
  list: string[];
  part: Part;
  /** +kubebuilder:validation:Pattern=^[a-z+$ */
  pattern: string;
  /** +k8s:validation:pattern="(?i)^(?P<word>[a-z]+)\\z" */
  inGo: string;
}

/** +k8s:openapi-gen=false */
export interface Part {
  name: string;
}
