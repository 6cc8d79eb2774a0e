import type { ObjectMeta, TypeMeta } from "@apimachinery/runtime";

export interface Cart extends TypeMeta<"shop.example.com/v1beta1", "Cart"> {
  metadata: ObjectMeta;
  owner: string;
}
