import type { float64, int32, ListMeta, ObjectMeta, TypeMeta } from "@apimachinery/runtime";

export interface Order extends TypeMeta {
  metadata: ObjectMeta;
  part?: Part;
  /** The rules of Size have no place in the schema of a tuple. */
  sides?: [Size, Size];
  shape?: Shape;
}

export interface OrderList extends TypeMeta {
  metadata: ListMeta;
  items: Order[];
}

export interface Part {
  /** +kubebuilder:validation:XValidation:rule="self != 'none'" */
  name: string;
  parts?: Part[];
}

/** +kubebuilder:validation:XValidation:rule="self < 5" */
export type Size = int32;

export type Shape = Disc | Square;

export interface Disc {
  type: "Disc";
  size: Size;
  name?: string;
  /** +kubebuilder:validation:XValidation:rule="self != 'red'" */
  color?: string;
}

export interface Square {
  type: "Square";
  size: float64;
  name?: string;
  /** +kubebuilder:validation:XValidation:rule="self != 'red'" */
  color?: string;
}
