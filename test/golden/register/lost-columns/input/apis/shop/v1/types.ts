import type { ObjectMeta, TypeMeta, int32 } from "@apimachinery/runtime";

/** Columns and paths of what there is not.
 *  +kubebuilder:printcolumn:name="Price",type="integer",JSONPath=".spec.prise"
 *  +kubebuilder:printcolumn:name="Size",type="integer",JSONPath=".spec.parts.size"
 *  +kubebuilder:printcolumn:name="First",type="integer",JSONPath=".spec.price[0]"
 *  +kubebuilder:printcolumn:name="Large",type="integer",JSONPath=".spec.parts[?(@.sise>1)].size"
 *  +kubebuilder:printcolumn:name="Name",type="integer",JSONPath=".metadata.name"
 *  +kubebuilder:subresource:status
 *  +kubebuilder:subresource:scale:specpath=.spec.replicas,statuspath=.status.replicas,selectorpath=.spec.price */
export interface Machine extends TypeMeta<"shop.example.com/v1", "Machine"> {
  metadata: ObjectMeta;
  spec: MachineSpec;
}

export interface MachineSpec {
  price: int32;
  parts: Part[];
}

export interface Part {
  size: int32;
}

/** +genclient:nonNamespaced
 *  +kubebuilder:resource:scope=Namespaced */
export interface Country extends TypeMeta<"shop.example.com/v1", "Country"> {
  metadata: ObjectMeta;
}
