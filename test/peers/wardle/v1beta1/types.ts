import type { ListMeta, ObjectMeta, TypeMeta } from "@apimachinery/runtime";

/** ReferenceType defines the type of an object reference. */
export type ReferenceType = string;

/** FlunderSpec is the specification of a Flunder. */
export interface FlunderSpec {
  /** A name of another flunder, mutually exclusive to the FischerReference.
   *  +omitzero */
  flunderReference?: string;
  /** A name of a fischer, mutually exclusive to the FlunderReference.
   *  +omitzero */
  fischerReference?: string;
  /** The reference type.
   *  +omitzero */
  referenceType?: ReferenceType;
}

/** FlunderStatus is the status of a Flunder. */
export interface FlunderStatus {} // eslint-disable-line @typescript-eslint/no-empty-object-type

/** Flunder is an example type with a spec and a status.
 *  +genclient
 *  +k8s:deepcopy-gen:interfaces=runtime.Object */
export interface Flunder extends TypeMeta<"wardle.example.com/v1beta1", "Flunder"> {
  metadata: ObjectMeta;
  /** +optional */
  spec: FlunderSpec;
  /** +optional */
  status: FlunderStatus;
}

/** FlunderList is a list of Flunder objects.
 *  +k8s:deepcopy-gen:interfaces=runtime.Object */
export interface FlunderList extends TypeMeta<"wardle.example.com/v1beta1", "FlunderList"> {
  metadata: ListMeta;
  items: Flunder[];
}
