import type { ListMeta, ObjectMeta, TypeMeta } from "@apimachinery/runtime";

/** Kind of the object that a Flunder refers to. */
export type ReferenceType = string;

/** What a Flunder refers to. */
export interface FlunderSpec {
  /** Name of the Flunder that is meant. Not together with fischerReference. */
  flunderReference: string;
  /** Name of the Fischer that is meant. Not together with flunderReference. */
  fischerReference: string;
  /** Kind of the object that is meant. */
  referenceType: ReferenceType;
}

/** State of a Flunder. It has no fields. */
export interface FlunderStatus {} // oxlint-disable-line typescript/no-empty-object-type

/** A kind of the sample, which refers to an object.
 *  +k8s:deepcopy-gen:interfaces=runtime.Object */
export interface Flunder extends TypeMeta<"wardle.example.com/__internal", "Flunder"> {
  metadata: ObjectMeta;
  spec: FlunderSpec;
  status: FlunderStatus;
}

/** A list of Flunders.
 *  +k8s:deepcopy-gen:interfaces=runtime.Object */
export interface FlunderList extends TypeMeta<"wardle.example.com/__internal", "FlunderList"> {
  metadata: ListMeta;
  items: Flunder[];
}

/** A kind of the sample, which forbids names of Flunders.
 *  +k8s:deepcopy-gen:interfaces=runtime.Object */
export interface Fischer extends TypeMeta<"wardle.example.com/__internal", "Fischer"> {
  metadata: ObjectMeta;
  /** Names that no Flunder may have. */
  disallowedFlunders?: string[];
}

/** A list of Fischers.
 *  +k8s:deepcopy-gen:interfaces=runtime.Object */
export interface FischerList extends TypeMeta<"wardle.example.com/__internal", "FischerList"> {
  metadata: ListMeta;
  /** The Fischers. */
  items: Fischer[];
}
