import type { ObjectMeta, TypeMeta } from "@apimachinery/runtime";

/** +k8s:conversion-gen:preserve=annotation */
export interface Cart extends TypeMeta<"shop.example.com/v1", "Cart"> {
  metadata: ObjectMeta;
  spec: Spec;
}

export interface Shelf extends TypeMeta<"shop.example.com/v1", "Shelf"> {
  metadata: ObjectMeta;
  spec: Spec;
}

/** +k8s:conversion-gen:preserve=annotation */
export interface Box extends TypeMeta<"shop.example.com/v1", "Box"> {
  metadata: ObjectMeta;
}

/** +k8s:conversion-gen:preserve=annotation */
export interface Spec {}

/** +k8s:conversion-gen:preserve=annotation */
export interface Alone extends TypeMeta<"shop.example.com/v1", "Alone"> {
  metadata: ObjectMeta;
}

/** +k8s:conversion-gen:preserve=label */
export interface Other extends TypeMeta<"shop.example.com/v1", "Other"> {
  metadata: ObjectMeta;
}
