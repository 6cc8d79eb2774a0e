import type { Condition, ListMeta, ObjectMeta, Time, TypeMeta, int32 } from "@apimachinery/runtime";

/** All forms of columns, paths and subresources.
 *  +kubebuilder:printcolumn:name="Price",type="integer",JSONPath=".spec.price",description="What it costs, in cents.",format=int32
 *  +kubebuilder:printcolumn:name=Ready,type=string,JSONPath=`.status.conditions[?(@.type=="Ready")].status`,priority=0
 *  +kubebuilder:printcolumn:JSONPath=".spec.parts[0].name",name="First part",type=string,priority=1
 *  +kubebuilder:printcolumn:name=Last,type=string,JSONPath=".spec.parts[-1:].name",priority=1
 *  +kubebuilder:printcolumn:name=All,type=string,JSONPath=".spec.parts[*].name",priority=1
 *  +kubebuilder:printcolumn:name=Ends,type=string,JSONPath=".spec.parts[0,-1].name",priority=1
 *  +kubebuilder:printcolumn:name=Big,type=boolean,JSONPath=".spec.parts[?(@.size>=10)].spare",priority=1
 *  +kubebuilder:printcolumn:name=Owner,type=string,JSONPath=".metadata.labels['shop.example.com/owner']",priority=1
 *  +kubebuilder:printcolumn:name=Team,type=string,JSONPath=.metadata.labels.shop\.example\.com/team,priority=1
 *  +kubebuilder:printcolumn:name=Names,type=string,JSONPath="..name",priority=1
 *  +kubebuilder:printcolumn:name=Age,type=date,JSONPath=.metadata.creationTimestamp
 *  +kubebuilder:subresource:status
 *  +kubebuilder:subresource:scale:specpath=.spec.replicas,statuspath=.status.replicas,selectorpath=.status.selector */
export interface Machine extends TypeMeta<"shop.example.com/v1", "Machine"> {
  metadata: ObjectMeta;
  spec: MachineSpec;
  status: MachineStatus;
}

export interface MachineSpec {
  price: int32;
  replicas?: int32;
  parts: Part[];
}

export interface Part {
  name: string;
  size: int32;
  spare: boolean;
}

export interface MachineStatus {
  replicas: int32;
  selector?: string;
  builtAt?: Time;
  conditions?: Condition[];
}

/** A kind with only one subresource.
 *  +kubebuilder:subresource:scale:specpath=".spec.replicas",statuspath=".status.replicas" */
export interface Oven extends TypeMeta<"shop.example.com/v1", "Oven"> {
  metadata: ObjectMeta;
  spec: MachineSpec;
  status: MachineStatus;
}

/** +kubebuilder:subresource:status */
export interface Till extends TypeMeta<"shop.example.com/v1", "Till"> {
  metadata: ObjectMeta;
  status: MachineStatus;
}

/** Lists have neither columns nor subresources. */
export interface TillList extends TypeMeta<"shop.example.com/v1", "TillList"> {
  metadata: ListMeta;
  items: Till[];
}
