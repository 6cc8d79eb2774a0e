import type { ObjectMeta, TypeMeta, int32 } from "@apimachinery/runtime";

/** Columns that are wrong by themselves.
 *  +kubebuilder:printcolumn:name="Price",type="integer"
 *  +kubebuilder:printcolumn:name="Price",type="money",JSONPath=".spec.price"
 *  +kubebuilder:printcolumn:name="Price",type="integer",JSONPath="spec.price"
 *  +kubebuilder:printcolumn:name="Price",type="integer",JSONPath=".spec[price]"
 *  +kubebuilder:printcolumn:name="Price",type="integer",JSONPath=".spec.parts[?(@.size>>1)].size"
 *  +kubebuilder:printcolumn:name="Price",type="integer",JSONPath=".spec.parts[0"
 *  +kubebuilder:printcolumn:name="Price",type="integer",JSONPath=".spec.price",format=cents
 *  +kubebuilder:printcolumn:name="Price",type="integer",JSONPath=".spec.price",priority=high
 *  +kubebuilder:printcolumn:name="Price",type="integer",JSONPath=".spec.price",prio=1
 *  +kubebuilder:printcolumn:name="Price,type="integer",JSONPath=".spec.price"
 *  +kubebuilder:subresource:status=true
 *  +kubebuilder:subresource:scale:specpath=.spec.replicas
 *  +kubebuilder:subresource:scale:specpath=.status.replicas,statuspath=.status.replicas */
export interface Machine extends TypeMeta<"shop.example.com/v1", "Machine"> {
  metadata: ObjectMeta;
  spec: MachineSpec;
}

export interface MachineSpec {
  price: int32;
  parts: Part[];
}

export interface Part {
  /** +kubebuilder:printcolumn:name="Size",type="integer",JSONPath=".size" */
  size: int32;
}

/** Names that are wrong by themselves.
 *  +kubebuilder:resource:shortNames=wh
 *  +kubebuilder:resource:shortName=WH
 *  +kubebuilder:resource:scope=World */
export interface Warehouse extends TypeMeta<"shop.example.com/v1", "Warehouse"> {
  metadata: ObjectMeta;
}
