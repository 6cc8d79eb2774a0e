import type { ListMeta, ObjectMeta, TypeMeta } from "@apimachinery/runtime";

/** Kind of the object that a Flunder refers to. */
export type ReferenceType = string;

/** What a Flunder refers to. */
export interface FlunderSpec {
  /** Name of the Flunder that is meant. Not together with fischerReference.
   *  +omitzero */
  flunderReference?: string;
  /** Name of the Fischer that is meant. Not together with flunderReference.
   *  +omitzero */
  fischerReference?: string;
  /** Kind of the object that is meant.
   *  +omitzero */
  referenceType?: ReferenceType;
}

/** State of a Flunder. It has no fields. */
export interface FlunderStatus {} // oxlint-disable-line typescript/no-empty-object-type

/** A kind of the sample, which refers to an object.
 *  +genclient
 *  +k8s:deepcopy-gen:interfaces=runtime.Object */
export interface Flunder extends TypeMeta<"wardle.example.com/v1beta1", "Flunder"> {
  metadata: ObjectMeta;
  /** +optional */
  spec: FlunderSpec;
  /** +optional */
  status: FlunderStatus;
}

/** A list of Flunders.
 *  +k8s:deepcopy-gen:interfaces=runtime.Object */
export interface FlunderList extends TypeMeta<"wardle.example.com/v1beta1", "FlunderList"> {
  metadata: ListMeta;
  items: Flunder[];
}
