import type { ListMeta, ObjectMeta, TypeMeta } from "@apimachinery/runtime";

/** ReferenceType defines the type of an object reference. */
export type ReferenceType = string;

/** FlunderSpec is the specification of a Flunder. */
export interface FlunderSpec {
  /** A name of another flunder or fischer, depending on the reference type.
   *  +omitzero */
  reference?: string;
  /** The reference type, defaults to "Flunder" if reference is set. */
  referenceType?: ReferenceType;
}

/** FlunderStatus is the status of a Flunder. */
export interface FlunderStatus {} // eslint-disable-line @typescript-eslint/no-empty-object-type

/** Flunder is an example type with a spec and a status.
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

/** FlunderList is a list of Flunder objects.
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
  /** DisallowedFlunders holds a list of Flunder.Names that are disallowed.
   *  +listType=atomic */
  disallowedFlunders?: string[];
}

/** FischerList is a list of Fischer objects.
 *  +k8s:deepcopy-gen:interfaces=runtime.Object
 *  +k8s:prerelease-lifecycle-gen:introduced=1.0
 *  +k8s:prerelease-lifecycle-gen:removed=1.10 */
export interface FischerList extends TypeMeta<"wardle.example.com/v1alpha1", "FischerList"> {
  metadata: ListMeta;
  /** Items is a list of Fischers */
  items: Fischer[];
}
