import type { IntOrString, Quantity, Time, int32 } from "@apimachinery/runtime";

/** +k8s:validation:maxLength=8 */
export type Code = string;

/** +k8s:validation:maximum=8 */
export type Name = string;

export interface Box {
  /** +k8s:validation:minimum=1 */
  text?: string;
  /** +k8s:maxLength=5 */
  count: int32;
  /** +kubebuilder:validation:MinItems=1 */
  lid?: Lid;
  /** +k8s:validation:maxProperties=3 */
  parts: string[];
  /** +k8s:validation:pattern="^a" */
  open?: boolean;

  // These fit, or nobody can tell.
  /** +k8s:validation:minimum=1 */
  port?: IntOrString;
  /** +k8s:validation:minimum=1 */
  weight?: Quantity;
  /** +k8s:validation:minimum=1 */
  any?: unknown;
  /** +k8s:validation:minLength=1 */
  code: Code;
  /** +k8s:validation:maxLength=30 */
  since?: Time;
  /** +k8s:validation:maxProperties=3 */
  labels?: Record<string, string>;
  /**
   * +k8s:validation:minItems=1
   * +k8s:validation:items:maxLength=3
   */
  codes: Code[];

  /**
   * +default=0
   * +k8s:minimum=1
   */
  low: int32;
  /**
   * +default="abcdef"
   * +k8s:validation:maxLength=5
   */
  long?: string;
  /**
   * +default=["a"]
   * +k8s:minItems=2
   */
  few?: string[];
  /**
   * +default="c"
   * +kubebuilder:validation:Enum=a;b
   */
  member?: string;
  /**
   * +default=3
   * +k8s:minimum=1
   * +k8s:maximum=3
   */
  fits: int32;
}

export interface Lid {
  color: string;
}
