import type { ObjectMeta, TypeMeta } from "@apimachinery/runtime";

/** +kubebuilder:object:root=true */
export interface Box extends TypeMeta<"shop.example.com/v1", "Box"> {
  metadata: ObjectMeta;
  spec: BoxSpec;
}

export interface BoxSpec {
  /** The boxes inside.
   *  +kubebuilder:pruning:PreserveUnknownFields
   *  +kubebuilder:validation:Schemaless */
  inner?: BoxSpec[];
  left?: Side;
  right?: Side;
}

/** The same type twice is no recursion. */
export interface Side {
  color: string;
}
