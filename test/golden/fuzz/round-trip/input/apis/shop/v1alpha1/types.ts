import type { ObjectMeta, Time, TypeMeta, int32 } from "@apimachinery/runtime";

export interface Cart extends TypeMeta<"shop.example.com/v1alpha1", "Cart"> {
  metadata: ObjectMeta;
  spec: CartSpec;
}

export interface CartSpec {
  /** +omitzero */
  owner?: string;
  limit: int32;
  /** +omitzero */
  tags?: string[];
  since: Time;
  note?: string;
}
