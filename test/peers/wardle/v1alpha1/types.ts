import type { ListMeta, ObjectMeta, TypeMeta } from "@apimachinery/runtime";

/** Kind of the object that a Flunder refers to. */
export type ReferenceType = string;

/** What a Flunder refers to. */
export interface FlunderSpec {
  /** Name of the Flunder or Fischer that is meant.
   *  +omitzero */
  reference?: string;
  /** Kind of the object that is meant. Flunder if only the name is given. */
  referenceType?: ReferenceType;
}

/** State of a Flunder. It has no fields. */
export interface FlunderStatus {} // oxlint-disable-line typescript/no-empty-object-type

/** A kind of the sample, which refers to an object.
 *  +genclient
 *  +k8s:deepcopy-gen:interfaces=runtime.Object
 *  +k8s:prerelease-lifecycle-gen:introduced=1.0
 *  +k8s:prerelease-lifecycle-gen:removed=1.10 */
export interface Flunder extends TypeMeta<"wardle.example.com/v1alpha1", "Flunder"> {
  metadata: ObjectMeta;
  /** +optional */
  spec: FlunderSpec;
  /** +optional */
  status: FlunderStatus;
}

/** A list of Flunders.
 *  +k8s:deepcopy-gen:interfaces=runtime.Object
 *  +k8s:prerelease-lifecycle-gen:introduced=1.0
 *  +k8s:prerelease-lifecycle-gen:removed=1.10 */
export interface FlunderList extends TypeMeta<"wardle.example.com/v1alpha1", "FlunderList"> {
  metadata: ListMeta;
  items: Flunder[];
}

/** +genclient
 *  +genclient:nonNamespaced
 *  +k8s:deepcopy-gen:interfaces=runtime.Object
 *  +k8s:prerelease-lifecycle-gen:introduced=1.0
 *  +k8s:prerelease-lifecycle-gen:removed=1.10 */
export interface Fischer extends TypeMeta<"wardle.example.com/v1alpha1", "Fischer"> {
  metadata: ObjectMeta;
  /** Names that no Flunder may have.
   *  +listType=atomic */
  disallowedFlunders?: string[];
}

/** A list of Fischers.
 *  +k8s:deepcopy-gen:interfaces=runtime.Object
 *  +k8s:prerelease-lifecycle-gen:introduced=1.0
 *  +k8s:prerelease-lifecycle-gen:removed=1.10 */
export interface FischerList extends TypeMeta<"wardle.example.com/v1alpha1", "FischerList"> {
  metadata: ListMeta;
  /** The Fischers. */
  items: Fischer[];
}
