import type { ObjectMeta, TypeMeta, int32 } from "@apimachinery/runtime";

/** Fleet is a number of machines.
 *  +kubebuilder:object:root=true
 *  +kubebuilder:storageversion
 *  +kubebuilder:resource:path=fleets,singular=fleet,shortName=fl;flt,categories=all;shop,scope=Namespaced
 *  +kubebuilder:subresource:status
 *  +kubebuilder:subresource:scale:specpath=.spec.replicas,statuspath=.status.replicas,selectorpath=.status.selector
 *  +kubebuilder:printcolumn:name="Replicas",type=integer,JSONPath=".spec.replicas",description="The wanted number.",format=int32,priority=1
 *  +kubebuilder:printcolumn:name="Age",type=date,JSONPath=".metadata.creationTimestamp"
 *  +kubebuilder:selectablefield:JSONPath=.spec.color
 *  +kubebuilder:selectablefield:JSONPath=`.spec.replicas`
 *  +kubebuilder:metadata:annotations="shop.example.com/team=pizza",labels="tier=front";"track=stable"
 *  +kubebuilder:metadata:labels="app=shop" */
export interface Fleet extends TypeMeta<"shop.example.com/v1", "Fleet"> {
  metadata: ObjectMeta;
  spec: FleetSpec;
  status: FleetStatus;
}

export interface FleetSpec {
  replicas: int32;
  color?: string;
}

export interface FleetStatus {
  replicas: int32;
  selector: string;
}

/** Oxen has an irregular plural, and one version.
 *  +kubebuilder:object:root=true
 *  +genclient:nonNamespaced */
export interface Ox extends TypeMeta<"shop.example.com/v1", "Ox"> {
  metadata: ObjectMeta;
}

/** A kind without the marker has no CustomResourceDefinition. */
export interface Plain extends TypeMeta<"shop.example.com/v1", "Plain"> {
  metadata: ObjectMeta;
}
