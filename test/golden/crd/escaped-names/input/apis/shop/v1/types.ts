import type { ObjectMeta, TypeMeta } from "@apimachinery/runtime";

/** +kubebuilder:object:root=true */
export interface Machine extends TypeMeta<"shop.example.com/v1", "Machine"> {
  metadata: ObjectMeta;
  spec: MachineSpec;
}

/**
 * +kubebuilder:validation:ExactlyOneOf=in;true;namespace
 * +kubebuilder:validation:AtMostOneOf=wide-open;a.b;c/d
 * +kubebuilder:validation:AtLeastOneOf=in;__x
 */
export interface MachineSpec {
  in?: string;
  true?: string;
  namespace?: string;
  "wide-open"?: string;
  "a.b"?: string;
  "c/d"?: string;
  __x?: string;
}
