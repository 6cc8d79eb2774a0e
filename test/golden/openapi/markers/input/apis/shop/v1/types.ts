import type { TypeMeta, int32 } from "@apimachinery/runtime";
import { firstName, names } from "./constants.js";

export interface Box extends TypeMeta<"shop.example.com/v1", "Box"> {
  /** +listType=map
   *  +listMapKey=name
   *  +listMapKey=size
   *  +patchStrategy=merge,retainKeys
   *  +patchMergeKey=name */
  parts: Part[];
  /** +k8s:listType=set */
  tags: string[];
  /** +mapType=atomic */
  labels: Record<string, string>;
  /** +structType=atomic */
  selector: Part;
  /** +default={"name":"lid","size":1} */
  lid?: Part;
  /** +default="Fast" */
  speed: Speed;
  /** +default=ref(firstName) */
  first?: string;
  /** +default=ref(names) */
  names?: string[];
  /** +optional */
  note: string;
  /** +required */
  owner?: string;
  /** As in a CRD, the marker of controller-gen decides.
   *  +optional
   *  +kubebuilder:validation:Required */
  error?: string;
  /** +nullable */
  maybe?: string | null;
  /** +k8s:validation:minimum=1
   *  +k8s:validation:maximum=10
   *  +k8s:validation:exclusiveMaximum=true
   *  +k8s:validation:multipleOf=0.5 */
  amount: number;
  /** +k8s:validation:pattern="^[a-z]+$"
   *  +k8s:validation:maxLength=63
   *  +k8s:validation:format="hostname" */
  host: string;
  /** +k8s:validation:minItems=1
   *  +k8s:validation:items:minLength=2 */
  words: string[];
  /** +k8s:validation:additionalProperties:maximum=9
   *  +k8s:maxProperties=4 */
  scores: Record<string, int32>;
  /** +kubebuilder:validation:Enum=Small;Large
   *  +kubebuilder:validation:MaxLength=5 */
  size: string;
  /** +k8s:validation:cel[0]:rule="self.size() > 0"
   *  +k8s:validation:cel[0]:message="say something"
   *  +k8s:validation:cel[1]:rule>self.size() < 10 &&
   *  +k8s:validation:cel[1]:rule>self != 'no' */
  ruled: string;
  /** +kubebuilder:pruning:PreserveUnknownFields */
  loose: Part;
  /** +k8s:openapi-gen=x-kubernetes-print-columns:custom-columns=NAME:.metadata.name
   *  +k8s:openapi-gen=x-tag:one
   *  +k8s:openapi-gen=x-tag:two */
  extended: string;
  /** +k8s:validation:properties:name:maxLength=8
   *  +k8s:validation:properties:size:minimum=1 */
  narrow: Part;
  /** +k8s:validation:items:items:maximum=9 */
  matrix: int32[][];
  /** +k8s:openapi-gen=false */
  hidden: string;
}

/** +k8s:validation:maxLength=4 */
export type Speed = "Slow" | "Fast";

export interface Part {
  name: string;
  size: int32;
}

/** +union */
export interface Source {
  /** +unionDiscriminator */
  type: string;
  git?: Part;
  fileShare?: Part;
}

export interface Volume extends Source {
  name: string;
}

export const used = [firstName, names];
