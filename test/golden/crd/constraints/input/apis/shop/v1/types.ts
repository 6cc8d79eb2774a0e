import type { IntOrString, ObjectMeta, RawExtension, TypeMeta, float64, int32 } from "@apimachinery/runtime";

/** A machine with rules.
 *  +kubebuilder:object:root=true */
export interface Machine extends TypeMeta<"shop.example.com/v1", "Machine"> {
  metadata: ObjectMeta;
  spec: MachineSpec;
}

/** Rules of controller-gen.
 *  +kubebuilder:validation:MinProperties=1
 *  +kubebuilder:validation:XValidation:rule="self.low <= self.high",message="low is above high",reason=FieldValueInvalid,fieldPath=.low
 *  +kubebuilder:validation:ExactlyOneOf=git;image
 *  +kubebuilder:validation:AtMostOneOf=red;green
 *  +kubebuilder:validation:AtLeastOneOf=red;git
 *  +structType=atomic */
export interface MachineSpec extends Limits {
  /** +kubebuilder:validation:Minimum=0
   *  +kubebuilder:validation:Maximum=100
   *  +kubebuilder:validation:ExclusiveMinimum=true
   *  +kubebuilder:validation:ExclusiveMaximum=true
   *  +kubebuilder:validation:MultipleOf=5 */
  low: int32;
  /** +kubebuilder:validation:Minimum=0.5 */
  high: float64;
  /** +kubebuilder:validation:MinLength=1
   *  +kubebuilder:validation:MaxLength=63
   *  +kubebuilder:validation:Pattern=`^[a-z]+$`
   *  +kubebuilder:validation:Format=hostname
   *  +kubebuilder:title="The name"
   *  +kubebuilder:example="anna"
   *  +kubebuilder:externalDocs:url="https://example.com/names",description="More on names" */
  name: string;
  /** +kubebuilder:validation:Enum=Small;Large;"Very large" */
  size?: string;
  /** +kubebuilder:validation:MinItems=1
   *  +kubebuilder:validation:MaxItems=8
   *  +kubebuilder:validation:items:MaxLength=10
   *  +kubebuilder:validation:items:XValidation:rule="self != 'x'"
   *  +listType=set */
  tags: string[];
  /** +k8s:listType=map
   *  +k8s:listMapKey=name
   *  +k8s:maxItems=4 */
  parts: Part[];
  /** +mapType=atomic
   *  +kubebuilder:validation:MaxProperties=3 */
  labels?: Record<string, string>;
  /** A field makes the rules of its type stricter. They cannot become weaker.
   *  +kubebuilder:validation:MaxLength=20
   *  +kubebuilder:validation:MinLength=1
   *  +kubebuilder:validation:Pattern=`^x` */
  short: ShortText;
  /** +kubebuilder:validation:Enum=80;http */
  port: IntOrString;
  /** +kubebuilder:validation:EmbeddedResource
   *  +kubebuilder:pruning:PreserveUnknownFields */
  object?: RawExtension;
  /** +kubebuilder:validation:XIntOrString
   *  +kubebuilder:validation:Schemaless */
  old?: IntOrString;
  /** +kubebuilder:pruning:PreserveUnknownFields */
  open?: Part;
  /** +nullable */
  nothing?: Part | null;
  /** +k8s:immutable */
  fixed: string;
  /** +k8s:immutable */
  fixedOnce?: string;
  git?: string;
  image?: string;
  red?: string;
  green?: string;
  /** +k8s:minimum=1
   *  +k8s:maximum=9 */
  declared: int32;
  /** +k8s:required */
  filled: string;
  /** +k8s:eachVal=+k8s:minLength=1 */
  each: string[];
  /** +k8s:validation:maxLength=5
   *  +k8s:validation:cel[0]:rule="self != 'a'"
   *  +k8s:validation:cel[0]:message="not a" */
  open2?: string;
  /** +k8s:validation:items:minimum=3 */
  numbers?: int32[];
  /** +k8s:validation:properties:name:maxLength=12
   *  +k8s:validation:properties:name:cel[0]:rule="self != 'b'"
   *  +k8s:validation:properties:name:cel[0]:message="not b"
   *  +k8s:subfield("name")=+kubebuilder:validation:Pattern=`^[a-z]*$` */
  named?: Part;
}

/** +kubebuilder:validation:MaxLength=10
 *  +kubebuilder:validation:Pattern=`^[a-z]` */
export type ShortText = string;

export interface Part {
  name: string;
}

/** What an interface extends adds its own rules.
 *  +kubebuilder:validation:MaxProperties=50
 *  +kubebuilder:validation:XValidation:rule="!has(self.limit) || self.limit > 0" */
export interface Limits {
  /** +k8s:immutable */
  limit?: int32;
  /** +k8s:format=k8s-long-name */
  hostName?: string;
  /** An API server has no such format.
   *  +k8s:format=k8s-label-key */
  labelKey?: string;
  /** A field can restrict the members of its type.
   *  +kubebuilder:validation:Enum=Red;Green */
  color?: Color;
}

export type Color = "Red" | "Green" | "Blue";
