import type { ObjectMeta, TypeMeta } from "@apimachinery/runtime";

/** +kubebuilder:object:root=true */
export interface Order extends TypeMeta<"shop.example.com/v1", "Order"> {
  metadata: ObjectMeta;
  spec: OrderSpec;
}

export interface OrderSpec {
  payments: Payment[];
  gifts?: Gift[];
}

/**
 * CEL has no form for the name $ref.
 *
 * +kubebuilder:validation:ExactlyOneOf=card;cash;$ref
 * +k8s:crd-gen:without-cel
 */
export interface Payment {
  card?: string;
  cash?: string;
  $ref?: string;
}

/**
 * +kubebuilder:validation:AtMostOneOf=box;bag
 * +kubebuilder:validation:AtMostOneOf=bag;card;ribbon
 * +kubebuilder:validation:AtLeastOneOf=card;text
 * +k8s:crd-gen:without-cel
 */
export interface Gift {
  box?: string;
  bag?: string;
  card?: string;
  ribbon?: string;
  text?: string;
}
