import type { TypeMeta, float64, int32 } from "@apimachinery/runtime";

export interface Order extends TypeMeta {
  spec: OrderSpec;
}

export interface OrderSpec {
  /** +k8s:minimum=1
   *  +k8s:maximum=9 */
  count: int32;
  /** +k8s:minLength=1
   *  +k8s:maxLength=3 */
  name: string;
  /** +k8s:minItems=1
   *  +k8s:maxItems=2 */
  items?: string[];
  /** +k8s:minProperties=1
   *  +k8s:maxProperties=2 */
  labels?: Record<string, string>;
  /** +kubebuilder:validation:Minimum=0
   *  +kubebuilder:validation:ExclusiveMinimum=true
   *  +kubebuilder:validation:Maximum=9
   *  +kubebuilder:validation:ExclusiveMaximum=true */
  ratio?: float64;
  /** +kubebuilder:validation:MultipleOf=5 */
  step?: int32;
  /** +kubebuilder:validation:MinLength=1
   *  +kubebuilder:validation:MaxLength=3
   *  +kubebuilder:validation:Pattern=`^[a-c]*$` */
  code?: string;
  /** +kubebuilder:validation:Enum=a;b */
  member?: string;
  /** +kubebuilder:validation:MinItems=1
   *  +kubebuilder:validation:MaxItems=2
   *  +kubebuilder:validation:UniqueItems=true
   *  +kubebuilder:validation:items:MaxLength=2 */
  texts?: string[];
  /** +kubebuilder:validation:MinProperties=1
   *  +kubebuilder:validation:MaxProperties=2 */
  map?: Record<string, string>;
  state: "Open" | "Done";
  level?: 1 | 2;
  shape?: Shape;
  short?: Short;
  shorts?: Short[];
  parts?: Part[];
  /** +k8s:format=k8s-short-name */
  format?: string;
  /** +k8s:maxBytes=2 */
  bytes?: string;
  /** +k8s:neq="a" */
  other?: string;
  /** +k8s:eachVal=+k8s:maxLength=2 */
  each?: string[];
  /** +listType=set */
  set?: string[];
  /** +k8s:validation:minLength=1
   *  +k8s:validation:maxLength=3
   *  +k8s:validation:pattern="^[x-z]*$" */
  schemaText?: string;
  /** +k8s:validation:minimum=2
   *  +k8s:validation:exclusiveMinimum=true
   *  +k8s:validation:multipleOf=2 */
  schemaNumber?: int32;
  /** +k8s:validation:uniqueItems=true
   *  +k8s:validation:items:enum=["a","b","c"] */
  schemaItems?: string[];
  /** +k8s:validation:items:maxItems=2
   *  +k8s:validation:items:items:maximum=9 */
  schemaLists?: int32[][];
  /** +k8s:validation:maxProperties=2
   *  +k8s:validation:additionalProperties:maxLength=3 */
  schemaMap?: Record<string, string>;
  /** +k8s:validation:properties:size:maximum=9
   *  +k8s:validation:properties:optional:maxLength=3 */
  schemaPart?: Part;
}

/** +k8s:maxLength=2 */
export type Short = string;

export interface Part {
  /** +k8s:minimum=1 */
  size: int32;
  optional?: string;
}

export interface Round {
  type: "Round";
  /** +k8s:minimum=1 */
  radius: int32;
}

export interface Square {
  type: "Square";
  /** +k8s:minimum=1 */
  side: int32;
}

export type Shape = Round | Square;
