import type { ListMeta, ObjectMeta, TypeMeta } from "@apimachinery/runtime";

/** ReferenceType defines the type of an object reference. */
export type ReferenceType = string;

/** FlunderSpec is the specification of a Flunder. */
export interface FlunderSpec {
  /** A name of another flunder, mutually exclusive to the FischerReference. */
  flunderReference: string;
  /** A name of a fischer, mutually exclusive to the FlunderReference. */
  fischerReference: string;
  /** The reference type. */
  referenceType: ReferenceType;
}

/** FlunderStatus is the status of a Flunder. */
export interface FlunderStatus {} // eslint-disable-line @typescript-eslint/no-empty-object-type

/** Flunder is an example type with a spec and a status.
 *  +k8s:deepcopy-gen:interfaces=runtime.Object */
export interface Flunder extends TypeMeta<"wardle.example.com/__internal", "Flunder"> {
  metadata: ObjectMeta;
  spec: FlunderSpec;
  status: FlunderStatus;
}

/** FlunderList is a list of Flunder objects.
 *  +k8s:deepcopy-gen:interfaces=runtime.Object */
export interface FlunderList extends TypeMeta<"wardle.example.com/__internal", "FlunderList"> {
  metadata: ListMeta;
  items: Flunder[];
}

/** Fischer has a list of disallowed names of flunders.
 *  +k8s:deepcopy-gen:interfaces=runtime.Object */
export interface Fischer extends TypeMeta<"wardle.example.com/__internal", "Fischer"> {
  metadata: ObjectMeta;
  /** DisallowedFlunders holds a list of Flunder.Names that are disallowed. */
  disallowedFlunders?: string[];
}

/** FischerList is a list of Fischer objects.
 *  +k8s:deepcopy-gen:interfaces=runtime.Object */
export interface FischerList extends TypeMeta<"wardle.example.com/__internal", "FischerList"> {
  metadata: ListMeta;
  /** Items is a list of Fischers */
  items: Fischer[];
}
