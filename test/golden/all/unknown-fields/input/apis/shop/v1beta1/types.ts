import type { ListMeta, ObjectMeta, TypeMeta, int32 } from "@apimachinery/runtime";

/**
 * +kubebuilder:object:root=true
 */
export interface Machine extends TypeMeta<"unknown.example.com/v1beta1", "Machine"> {
  metadata: ObjectMeta;
  spec: MachineSpec;
}

export interface MachineList extends TypeMeta<"unknown.example.com/v1beta1", "MachineList"> {
  metadata: ListMeta;
  items: Machine[];
}

/** +kubebuilder:validation:XPreserveUnknownFields */
export interface Base {
  name: string;
}

/** Keeps unknown fields, as its base does. */
export interface MachineSpec extends Base {
  /** +kubebuilder:pruning:PreserveUnknownFields */
  part: Part;
  /** +kubebuilder:pruning:PreserveUnknownFields */
  parts: Part[];
  /** +kubebuilder:validation:items:XPreserveUnknownFields=true */
  items?: Part[];
  /** The values of a map keep no unknown fields.
   * +kubebuilder:pruning:PreserveUnknownFields */
  byName?: Record<string, Part>;
  aliased?: Parts;
  /** +kubebuilder:pruning:PreserveUnknownFields */
  disk?: Disk;
  plain?: Part;
  /** +kubebuilder:pruning:PreserveUnknownFields */
  only?: Part;
  open?: Open;
}

/** +kubebuilder:pruning:PreserveUnknownFields */
export type Parts = Part[];

export interface Part {
  /** +k8s:conversion-gen:rename=size */
  length: int32;
  note?: string;
}

export type Disk = Local | Remote;

export interface Local {
  type: "Local";
  path: string;
}

/** +kubebuilder:pruning:PreserveUnknownFields */
export interface Remote {
  type: "Remote";
  host?: string;
}

export interface Open {
  a?: string;
}
