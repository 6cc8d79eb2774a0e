import type { ObjectMeta, TypeMeta } from "@apimachinery/runtime";

/** +kubebuilder:object:root=true */
export interface Order extends TypeMeta<"shop.example.com/v1", "Order"> {
  metadata: ObjectMeta;
  spec: OrderSpec;
}

/** +k8s:crd-gen:without-cel */
export interface OrderSpec {
  card?: string;
  cash?: string;
}
